<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Core</name>
    <message>
        <source>boots</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>boots; {next}</source>
        <translation>正在启动；{next}</translation>
    </message>
    <message>
        <source>is being deleted</source>
        <translation>正在删除</translation>
    </message>
    <message>
        <source>stays: health check {check} is paused</source>
        <translation>保留：健康检查 {check} 已暂停</translation>
    </message>
    <message>
        <source>stays: nobody controls it, so nobody would replace it</source>
        <translation>保留：没有控制者，因此不会有人替换它</translation>
    </message>
    <message>
        <source>stays: no health check selects it</source>
        <translation>保留：没有健康检查选中它</translation>
    </message>
    <message>
        <source>stays unless another program carries out health check {check}</source>
        <translation>保留，除非其他程序执行健康检查 {check}</translation>
    </message>
    <message>
        <source>stays: {unhealthy} of {expected} unhealthy, {allowed} may be</source>
        <translation>保留：{expected} 台中有 {unhealthy} 台不健康，最多允许 {allowed} 台</translation>
    </message>
    <message>
        <source>health check {check} finds nothing wrong</source>
        <translation>健康检查 {check} 未发现问题</translation>
    </message>
    <message>
        <source>health check {check} judges nothing: {problem}</source>
        <translation>健康检查 {check} 不作判断：{problem}</translation>
    </message>
    <message>
        <source>replaced now by health check {check}</source>
        <translation>现在由健康检查 {check} 替换</translation>
    </message>
    <message>
        <source>replaced {when} by health check {check}</source>
        <translation>{when}由健康检查 {check} 替换</translation>
    </message>
    <message>
        <source>replaced once others have come up</source>
        <translation>等其他机器恢复后替换</translation>
    </message>
    <message>
        <source>replaced {when} if it has no node by then</source>
        <translation>如果届时仍没有节点，{when}替换</translation>
    </message>
    <message>
        <source>handed over for remediation now by health check {check}</source>
        <translation>现在由健康检查 {check} 交付修复</translation>
    </message>
    <message>
        <source>handed over for remediation {when} by health check {check}</source>
        <translation>{when}由健康检查 {check} 交付修复</translation>
    </message>
    <message>
        <source>handed over for remediation once others have come up</source>
        <translation>等其他机器恢复后交付修复</translation>
    </message>
    <message>
        <source>handed over for remediation {when} if it has no node by then</source>
        <translation>如果届时仍没有节点，{when}交付修复</translation>
    </message>
    <message>
        <source>its reboot is asked for now by health check {check}</source>
        <translation>现在由健康检查 {check} 请求重启</translation>
    </message>
    <message>
        <source>its reboot is asked for {when} by health check {check}</source>
        <translation>{when}由健康检查 {check} 请求重启</translation>
    </message>
    <message>
        <source>its reboot is asked for once others have come up</source>
        <translation>等其他机器恢复后请求重启</translation>
    </message>
    <message>
        <source>its reboot is asked for {when} if it has no node by then</source>
        <translation>如果届时仍没有节点，{when}请求重启</translation>
    </message>
    <message>
        <source>replaces it now</source>
        <translation>现在替换它</translation>
    </message>
    <message>
        <source>replaces it now if it has no node by then</source>
        <translation>如果届时仍没有节点，现在替换它</translation>
    </message>
    <message>
        <source>replaces it in {time}</source>
        <translation>{time} 后替换它</translation>
    </message>
    <message>
        <source>replaces it in {time} if it has no node by then</source>
        <translation>如果届时仍没有节点，{time} 后替换它</translation>
    </message>
    <message>
        <source>replaces it once others have come up</source>
        <translation>等其他机器恢复后替换它</translation>
    </message>
    <message>
        <source>asks for its remediation now</source>
        <translation>现在请求修复</translation>
    </message>
    <message>
        <source>asks for its remediation now if it has no node by then</source>
        <translation>如果届时仍没有节点，现在请求修复</translation>
    </message>
    <message>
        <source>asks for its remediation in {time}</source>
        <translation>{time} 后请求修复</translation>
    </message>
    <message>
        <source>asks for its remediation in {time} if it has no node by then</source>
        <translation>如果届时仍没有节点，{time} 后请求修复</translation>
    </message>
    <message>
        <source>asks for its remediation once others have come up</source>
        <translation>等其他机器恢复后请求修复</translation>
    </message>
    <message>
        <source>asks for a reboot of its node now</source>
        <translation>现在请求重启其节点</translation>
    </message>
    <message>
        <source>asks for a reboot of its node now if it has no node by then</source>
        <translation>如果届时仍没有节点，现在请求重启其节点</translation>
    </message>
    <message>
        <source>asks for a reboot of its node in {time}</source>
        <translation>{time} 后请求重启其节点</translation>
    </message>
    <message>
        <source>asks for a reboot of its node in {time} if it has no node by then</source>
        <translation>如果届时仍没有节点，{time} 后请求重启其节点</translation>
    </message>
    <message>
        <source>asks for a reboot of its node once others have come up</source>
        <translation>等其他机器恢复后请求重启其节点</translation>
    </message>
    <message>
        <source>finds nothing wrong</source>
        <translation>未发现问题</translation>
    </message>
    <message>
        <source>judges nothing: {problem}</source>
        <translation>不作判断：{problem}</translation>
    </message>
    <message>
        <source>is paused and does nothing</source>
        <translation>已暂停，不做任何事</translation>
    </message>
    <message>
        <source>leaves it alone: it is being deleted</source>
        <translation>不处理：它正在删除</translation>
    </message>
    <message>
        <source>leaves it alone: nobody controls the machine, so nobody would replace it</source>
        <translation>不处理：没有控制者，因此不会有人替换这台机器</translation>
    </message>
    <message>
        <source>waits for its node without end</source>
        <translation>无限期等待它的节点</translation>
    </message>
    <message>
        <source>does nothing: too many machines are unhealthy</source>
        <translation>不做任何事：不健康的机器太多</translation>
    </message>
    <message>
        <source>does nothing, its controller does not run here; else it {deed}</source>
        <translation>不做任何事，其控制器未在此运行；否则会：{deed}</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, {allowed} may be.</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {allowed} 台。</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, {allowed} may be ({percent}).</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {allowed} 台（{percent}）。</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, {allowed} may be; {count} under way.</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {allowed} 台；{count} 台正在处理。</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, {allowed} may be ({percent}); {count} under way.</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {allowed} 台（{percent}）；{count} 台正在处理。</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines is unhealthy, {allowed} may be.</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {allowed} 台。</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines is unhealthy, {allowed} may be ({percent}).</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {allowed} 台（{percent}）。</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines is unhealthy, {allowed} may be; {count} under way.</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {allowed} 台；{count} 台正在处理。</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines is unhealthy, {allowed} may be ({percent}); {count} under way.</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {allowed} 台（{percent}）；{count} 台正在处理。</translation>
    </message>
    <message>
        <source>Health check {check}: {problem}: none will be replaced.</source>
        <translation>健康检查 {check}：{problem}：不会替换任何机器。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: none will be replaced.</source>
        <translation>健康检查 {check}：允许 {allowed} 台，将有 {unhealthy} 台不健康：不会替换任何机器。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: none will be replaced.</source>
        <translation>健康检查 {check}：允许 {expected} 台的 {percent} = {allowed} 台，将有 {unhealthy} 台不健康：不会替换任何机器。</translation>
    </message>
    <message>
        <source>it is paused</source>
        <translation>它已暂停</translation>
    </message>
    <message>
        <source>it judges nothing, {problem}</source>
        <translation>它不作判断，{problem}</translation>
    </message>
    <message>
        <source>its controller does not run here</source>
        <translation>其控制器未在此运行</translation>
    </message>
    <message>
        <source>such a fault does not concern it, or not for long enough</source>
        <translation>这种故障与它无关，或持续时间不够长</translation>
    </message>
    <message>
        <source>{nodes} have a health timeout of their own: they are given up one after the other.</source>
        <translation>{nodes} 台有自己的健康超时：它们会依次被放弃。</translation>
    </message>
    <message>
        <source>{nodes} are selected by no health check and stay as they are.</source>
        <translation>{nodes} 台没有被任何健康检查选中，保持原样。</translation>
    </message>
    <message>
        <source>{count} nodes</source>
        <translation>{count} 个节点</translation>
    </message>
    <message>
        <source>Scaled {set} {replicas}</source>
        <translation>已将 {set} 扩缩到 {replicas}</translation>
    </message>
    <message>
        <source>Scaled {set} {before} → {replicas}</source>
        <translation>已扩缩 {set}：{before} → {replicas}</translation>
    </message>
    <message>
        <source>Paused {deployment}</source>
        <translation>已暂停 {deployment}</translation>
    </message>
    <message>
        <source>Resumed {deployment}</source>
        <translation>已继续 {deployment}</translation>
    </message>
    <message>
        <source>Rolling {deployment} back to revision {revision}</source>
        <translation>正在将 {deployment} 回滚到修订版本 {revision}</translation>
    </message>
    <message>
        <source>Told {nodes} to be {fault}</source>
        <translation>已让 {nodes} 变为 {fault}</translation>
    </message>
    <message>
        <source>Told all nodes of zone {zone} to be {fault}</source>
        <translation>已让区域 {zone} 的所有节点变为 {fault}</translation>
    </message>
    <message>
        <source>Took the fault away from {nodes}</source>
        <translation>已消除 {nodes} 的故障</translation>
    </message>
    <message>
        <source>Took the faults away from all nodes of zone {zone}</source>
        <translation>已消除区域 {zone} 所有节点的故障</translation>
    </message>
    <message>
        <source>Deleted {object}</source>
        <translation>已删除 {object}</translation>
    </message>
    <message>
        <source>The provider config of {name} is unchanged</source>
        <translation>{name} 的提供商配置没有变化</translation>
    </message>
    <message>
        <source>Changed the provider config of {name}; its machines are replaced step by step</source>
        <translation>已更改 {name} 的提供商配置；其机器将逐步替换</translation>
    </message>
    <message>
        <source>Changed the provider config of {name}; machines made from now on use it</source>
        <translation>已更改 {name} 的提供商配置；今后创建的机器使用新配置</translation>
    </message>
    <message>
        <source>Switched {controller} on</source>
        <translation>已打开 {controller}</translation>
    </message>
    <message>
        <source>Switched {controller} off</source>
        <translation>已关闭 {controller}</translation>
    </message>
    <message>
        <source>Locked {cluster}</source>
        <translation>已锁定 {cluster}</translation>
    </message>
    <message>
        <source>Unlocked {cluster}</source>
        <translation>已解锁 {cluster}</translation>
    </message>
    <message>
        <source>{cluster} is locked: unlock it first</source>
        <translation>{cluster} 已锁定：请先解锁</translation>
    </message>
    <message>
        <source>opened read-only: nothing is changed on {cluster}</source>
        <translation>以只读方式打开：不会更改 {cluster}</translation>
    </message>
    <message>
        <source>Pace is now {pace}</source>
        <translation>现在的速度是 {pace}</translation>
    </message>
    <message>
        <source>Scenario &quot;{name}&quot; has begun</source>
        <translation>场景“{name}”已开始</translation>
    </message>
    <message>
        <source>Scenario &quot;{name}&quot; is stopped</source>
        <translation>场景“{name}”已停止</translation>
    </message>
    <message>
        <source>Scenario &quot;{name}&quot; is paused</source>
        <translation>场景“{name}”已暂停</translation>
    </message>
    <message>
        <source>Scenario &quot;{name}&quot; goes on</source>
        <translation>场景“{name}”继续进行</translation>
    </message>
    <message>
        <source>Going on with the cluster that answers at {server} now, locked</source>
        <translation>继续使用现在在 {server} 应答的集群，已锁定</translation>
    </message>
    <message>
        <source>another cluster answers than at first</source>
        <translation>应答的集群与最初的不同</translation>
    </message>
    <message>
        <source>another cluster answers at {server} than at first</source>
        <translation>在 {server} 应答的集群与最初的不同</translation>
    </message>
    <message>
        <source>the server does not answer</source>
        <translation>服务器没有应答</translation>
    </message>
    <message>
        <source>the cluster does not serve {kinds}</source>
        <translation>集群不提供 {kinds}</translation>
    </message>
    <message>
        <source>waiting for the first lists</source>
        <translation>正在等待第一批列表</translation>
    </message>
    <message>
        <source>finding out whether another program does this already</source>
        <translation>正在查明是否已有其他程序在做这件事</translation>
    </message>
    <message>
        <source>can&apos;t find out whether another program does this already: {problem}</source>
        <translation>无法查明是否已有其他程序在做这件事：{problem}</translation>
    </message>
    <message>
        <source>another controller does this: {holder} holds the lease {lease}</source>
        <translation>另一个控制器在做这件事：{holder} 持有租约 {lease}</translation>
    </message>
    <message>
        <source>0/{nodes} nodes are available{obstacles}.</source>
        <translation>0/{nodes} 个节点可用{obstacles}。</translation>
    </message>
    <message>
        <source>A pod of a Job completes, this one after {runTime}.</source>
        <translation>Job 的 Pod 会完成，这个在 {runTime} 后完成。</translation>
    </message>
    <message>
        <source>A taint does not say yet since when it is there.</source>
        <translation>有一个污点尚未说明从何时起存在。</translation>
    </message>
    <message>
        <source>About the command line: {note}.</source>
        <translation>关于命令行：{note}。</translation>
    </message>
    <message>
        <source>After {failed} failed pods the next one is made at {until}.</source>
        <translation>在 {failed} 个 Pod 失败之后，下一个将在 {until} 创建。</translation>
    </message>
    <message>
        <source>All containers were started.</source>
        <translation>所有容器都已启动。</translation>
    </message>
    <message>
        <source>All {desired} machines are of the present revision and available.</source>
        <translation>全部 {desired} 台机器都是当前修订版本且可用。</translation>
    </message>
    <message>
        <source>All {desired} pods are of the present revision and available.</source>
        <translation>全部 {desired} 个 Pod 都是当前修订版本且可用。</translation>
    </message>
    <message>
        <source>All {replicas} machines are there and available.</source>
        <translation>全部 {replicas} 台机器都已存在且可用。</translation>
    </message>
    <message>
        <source>All {replicas} machines are there and ready.</source>
        <translation>全部 {replicas} 台机器都已存在且 Ready。</translation>
    </message>
    <message>
        <source>All {replicas} pods are there and available.</source>
        <translation>全部 {replicas} 个 Pod 都已存在且可用。</translation>
    </message>
    <message>
        <source>Asks again to evict {pods} of node {node}, next try at {nextCheck}: {names}.</source>
        <translation>再次请求驱逐节点 {node} 的 {pods}，下次尝试在 {nextCheck}：{names}。</translation>
    </message>
    <message>
        <source>Asks for {kind} {machine} of template {template}.</source>
        <translation>按模板 {template} 请求 {kind} {machine}。</translation>
    </message>
    <message>
        <source>Belongs to cluster {cluster}, as its label does not say.</source>
        <translation>属于集群 {cluster}，但其标签没有说明。</translation>
    </message>
    <message>
        <source>Belongs to machine {machine}, found by {by}.</source>
        <translation>属于机器 {machine}，通过 {by} 找到。</translation>
    </message>
    <message>
        <source>Belongs to machine {machine}.</source>
        <translation>属于机器 {machine}。</translation>
    </message>
    <message>
        <source>Binds pods that name no node</source>
        <translation>为没有指定节点的 Pod 绑定节点</translation>
    </message>
    <message>
        <source>Can&apos;t be deleted: {problem}.</source>
        <translation>无法删除：{problem}。</translation>
    </message>
    <message>
        <source>Can&apos;t be read, so nothing is decided about it: {problem}.</source>
        <translation>无法读取，因此不作任何决定：{problem}。</translation>
    </message>
    <message>
        <source>Can&apos;t be {operation}: {problem}.</source>
        <translation>无法执行 {operation}：{problem}。</translation>
    </message>
    <message>
        <source>Cordons node {node}.</source>
        <translation>将节点 {node} 标记为不可调度。</translation>
    </message>
    <message>
        <source>Creates the pod {pod}.</source>
        <translation>创建 Pod {pod}。</translation>
    </message>
    <message>
        <source>Creates {creating} of {missing} missing machines: {existing} exist, {wanted} are wanted.</source>
        <translation>创建 {missing} 台缺少的机器中的 {creating} 台：现有 {existing} 台，期望 {wanted} 台。</translation>
    </message>
    <message>
        <source>Creates {creating} of {missing} missing pods.</source>
        <translation>创建 {missing} 个缺少的 Pod 中的 {creating} 个。</translation>
    </message>
    <message>
        <source>Creates {creating} of {missing} missing pods: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>创建 {missing} 个缺少的 Pod 中的 {creating} 个：{active} 个活动，{succeeded} 个成功，{failed} 个失败。</translation>
    </message>
    <message>
        <source>Creates {machineSet} for the template, with {replicas} of {desired} machines.</source>
        <translation>为模板创建 {machineSet}，含 {desired} 台机器中的 {replicas} 台。</translation>
    </message>
    <message>
        <source>Creates {replicaSet} for the template, with {replicas} of {desired} pods.</source>
        <translation>为模板创建 {replicaSet}，含 {desired} 个 Pod 中的 {replicas} 个。</translation>
    </message>
    <message>
        <source>Deletes machine {machine}: {finding}.</source>
        <translation>删除机器 {machine}：{finding}。</translation>
    </message>
    <message>
        <source>Deletes node {node}.</source>
        <translation>删除节点 {node}。</translation>
    </message>
    <message>
        <source>Deletes none of {excess} excess machines: some were updated in place and are about to be counted.</source>
        <translation>不删除 {excess} 台多余机器中的任何一台：其中一些已就地更新，即将计入。</translation>
    </message>
    <message>
        <source>Deletes nothing: no machine is seen at all, which may be an error.</source>
        <translation>不删除任何东西：完全看不到机器，这可能是个错误。</translation>
    </message>
    <message>
        <source>Deletes the pod: {pods}.</source>
        <translation>删除 Pod：{pods}。</translation>
    </message>
    <message>
        <source>Deletes what has lost its owner</source>
        <translation>删除失去属主的对象</translation>
    </message>
    <message>
        <source>Deletes {deleting} failed machines, first {first}; they no longer count.</source>
        <translation>删除 {deleting} 台故障机器，首先是 {first}；它们不再计数。</translation>
    </message>
    <message>
        <source>Deletes {deleting} of {excess} excess machines by policy {policy}, first {first}.</source>
        <translation>按策略 {policy} 删除 {excess} 台多余机器中的 {deleting} 台，首先是 {first}。</translation>
    </message>
    <message>
        <source>Deletes {deleting} of {excess} excess machines, first {first} of priority {priority}.</source>
        <translation>删除 {excess} 台多余机器中的 {deleting} 台，首先是优先级为 {priority} 的 {first}。</translation>
    </message>
    <message>
        <source>Deletes {deleting} of {surplus} pods too many.</source>
        <translation>删除 {surplus} 个多余 Pod 中的 {deleting} 个。</translation>
    </message>
    <message>
        <source>Deletes {deleting} of {surplus} pods too many: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>删除 {surplus} 个多余 Pod 中的 {deleting} 个：{active} 个活动，{succeeded} 个成功，{failed} 个失败。</translation>
    </message>
    <message>
        <source>Deletes {machineSet}, revision {revision}: beyond revisionHistoryLimit.</source>
        <translation>删除 {machineSet}，修订版本 {revision}：超出 revisionHistoryLimit。</translation>
    </message>
    <message>
        <source>Deletes {names} of node {node}, forced because {why}; looks again at {nextCheck}.</source>
        <translation>删除节点 {node} 的 {names}，强制执行，因为 {why}；{nextCheck} 再次查看。</translation>
    </message>
    <message>
        <source>Deletes {replicaSet}, revision {revision}: beyond revisionHistoryLimit.</source>
        <translation>删除 {replicaSet}，修订版本 {revision}：超出 revisionHistoryLimit。</translation>
    </message>
    <message>
        <source>Does not roll back: {problem}.</source>
        <translation>不回滚：{problem}。</translation>
    </message>
    <message>
        <source>Does nothing: no machine is seen, although sets count some.</source>
        <translation>不做任何事：看不到机器，而机器集却计有机器。</translation>
    </message>
    <message>
        <source>Does nothing: what is seen may be old.</source>
        <translation>不做任何事：所见的可能已过时。</translation>
    </message>
    <message>
        <source>Empties namespaces that are being deleted</source>
        <translation>清空正在删除的命名空间</translation>
    </message>
    <message>
        <source>Every owner is there.</source>
        <translation>所有属主都存在。</translation>
    </message>
    <message>
        <source>Every pod has a node, or the scheduler has not tried it yet.</source>
        <translation>每个 Pod 都有节点，或者调度器尚未尝试。</translation>
    </message>
    <message>
        <source>Evicts {names} of node {node}, forced because {why}; looks again at {nextCheck}.</source>
        <translation>驱逐节点 {node} 的 {names}，强制执行，因为 {why}；{nextCheck} 再次查看。</translation>
    </message>
    <message>
        <source>Evicts {names} of node {node}; looks again at {nextCheck}.</source>
        <translation>驱逐节点 {node} 的 {names}；{nextCheck} 再次查看。</translation>
    </message>
    <message>
        <source>Evicts {pods} of node {node}, next try at {nextCheck}: {names}.</source>
        <translation>驱逐节点 {node} 的 {pods}，下次尝试在 {nextCheck}：{names}。</translation>
    </message>
    <message>
        <source>Failed for good: {problem}. Only deleting it helps.</source>
        <translation>永久失败：{problem}。只有删除它才有用。</translation>
    </message>
    <message>
        <source>Failed: {problem}. Waits to be replaced.</source>
        <translation>失败：{problem}。等待替换。</translation>
    </message>
    <message>
        <source>Fails: did not join in {timeout}.</source>
        <translation>失败：在 {timeout} 内没有加入。</translation>
    </message>
    <message>
        <source>Fails: node {node} is gone, and did not come back.</source>
        <translation>失败：节点 {node} 已消失，没有回来。</translation>
    </message>
    <message>
        <source>Fails: node {node} is older than the instance, so it is somebody else&apos;s.</source>
        <translation>失败：节点 {node} 比实例更早，因此属于别人。</translation>
    </message>
    <message>
        <source>Fails: the instance has vanished, and the policy is not to make it anew.</source>
        <translation>失败：实例已消失，而策略是不重新创建。</translation>
    </message>
    <message>
        <source>Fails: was unhealthy for {timeout}.</source>
        <translation>失败：不健康已达 {timeout}。</translation>
    </message>
    <message>
        <source>Freezes sets of machine.sapcloud.io that overshoot, and machines while the API server is away</source>
        <translation>冻结超出目标的 machine.sapcloud.io 机器集，并在 API 服务器离线时冻结机器</translation>
    </message>
    <message>
        <source>Grows and shrinks annotated MachineSets as pods need nodes</source>
        <translation>按 Pod 对节点的需要扩缩带注解的 MachineSet</translation>
    </message>
    <message>
        <source>Has an instance and waits for node {node} to join.</source>
        <translation>已有实例，等待节点 {node} 加入。</translation>
    </message>
    <message>
        <source>Has an instance; drains its node next.</source>
        <translation>有实例；接下来排空其节点。</translation>
    </message>
    <message>
        <source>Has no instance any more; drains its node next.</source>
        <translation>不再有实例；接下来排空其节点。</translation>
    </message>
    <message>
        <source>Has no machine: is let go and marked as managed by nobody.</source>
        <translation>没有机器：不再管理，并标记为无人管理。</translation>
    </message>
    <message>
        <source>Has no machine; is let go at {until} if that lasts.</source>
        <translation>没有机器；如果持续如此，{until} 不再管理。</translation>
    </message>
    <message>
        <source>Has no node: {node}, which the annotation names, belongs to {owner}.</source>
        <translation>没有节点：注解所指的 {node} 属于 {owner}。</translation>
    </message>
    <message>
        <source>Ignores {problem}.</source>
        <translation>忽略 {problem}。</translation>
    </message>
    <message>
        <source>Instance and node are gone; takes its finalizer away.</source>
        <translation>实例和节点都已消失；移除 finalizer。</translation>
    </message>
    <message>
        <source>Is being deleted and does not carry this controller&apos;s finalizer.</source>
        <translation>正在删除，且不带此控制器的 finalizer。</translation>
    </message>
    <message>
        <source>Is being deleted, and its machine sets are to stay.</source>
        <translation>正在删除，其机器集应当保留。</translation>
    </message>
    <message>
        <source>Is being deleted, and its machines are to stay.</source>
        <translation>正在删除，其机器应当保留。</translation>
    </message>
    <message>
        <source>Is being deleted, and not held by this controller.</source>
        <translation>正在删除，且未被此控制器持有。</translation>
    </message>
    <message>
        <source>Is being deleted.</source>
        <translation>正在删除。</translation>
    </message>
    <message>
        <source>Is being deleted: begins with the state of its instance.</source>
        <translation>正在删除：先确认其实例的状态。</translation>
    </message>
    <message>
        <source>Is being deleted; its machines follow by garbage collection.</source>
        <translation>正在删除；其机器随后由垃圾回收处理。</translation>
    </message>
    <message>
        <source>Is being deleted; its {sets} follow by garbage collection.</source>
        <translation>正在删除；{sets} 随后由垃圾回收处理。</translation>
    </message>
    <message>
        <source>Is being deleted; no machine is left.</source>
        <translation>正在删除；没有剩余的机器。</translation>
    </message>
    <message>
        <source>Is being deleted; no machine set is left.</source>
        <translation>正在删除；没有剩余的机器集。</translation>
    </message>
    <message>
        <source>Is being deleted; {machineSets} machine sets have to go first.</source>
        <translation>正在删除；{machineSets} 个机器集必须先消失。</translation>
    </message>
    <message>
        <source>Is being deleted; {machines} machines have to go first.</source>
        <translation>正在删除；{machines} 台机器必须先消失。</translation>
    </message>
    <message>
        <source>Is deleted, because its node {node} is being deleted.</source>
        <translation>已删除，因为其节点 {node} 正在删除。</translation>
    </message>
    <message>
        <source>Is held by the machine-controller-manager.</source>
        <translation>由 machine-controller-manager 持有。</translation>
    </message>
    <message>
        <source>Is kept from now on: {by} refer to it.</source>
        <translation>从现在起保留：{by} 引用它。</translation>
    </message>
    <message>
        <source>Is kept until {until}, even if it fails ({annotation}={asked}).</source>
        <translation>保留到 {until}，即使失败（{annotation}={asked}）。</translation>
    </message>
    <message>
        <source>Is kept: {by} refer to it.</source>
        <translation>保留：{by} 引用它。</translation>
    </message>
    <message>
        <source>Is no longer preserved: nobody asks for it any more.</source>
        <translation>不再保全：已没有人要求。</translation>
    </message>
    <message>
        <source>Is paused by its annotation.</source>
        <translation>被注解暂停。</translation>
    </message>
    <message>
        <source>Is tied to no machine, because several have its {by}: {machines}.</source>
        <translation>没有关联到机器，因为有多台机器具有其 {by}：{machines}。</translation>
    </message>
    <message>
        <source>Is tied to no machine: {problem}.</source>
        <translation>没有关联到机器：{problem}。</translation>
    </message>
    <message>
        <source>Is unhealthy ({problem}) and stays so: spec.disableHealthTimeout is set.</source>
        <translation>不健康（{problem}）并保持如此：设置了 spec.disableHealthTimeout。</translation>
    </message>
    <message>
        <source>Is unhealthy ({problem}); fails at {until} if that lasts.</source>
        <translation>不健康（{problem}）；如果持续，将在 {until} 失败。</translation>
    </message>
    <message>
        <source>Is unhealthy ({problem}); fails if that lasts {timeout}.</source>
        <translation>不健康（{problem}）；如果持续 {timeout} 则失败。</translation>
    </message>
    <message>
        <source>Is updated in place: the node says {phase}.</source>
        <translation>正在就地更新：节点报告 {phase}。</translation>
    </message>
    <message>
        <source>Its node object is gone.</source>
        <translation>其节点对象已消失。</translation>
    </message>
    <message>
        <source>Keeps as many Machines as each MachineSet of machine.sapcloud.io wants</source>
        <translation>使 machine.sapcloud.io 的每个 MachineSet 保持所需数量的 Machine</translation>
    </message>
    <message>
        <source>Keeps as many Machines as each MachineSet wants</source>
        <translation>使每个 MachineSet 保持所需数量的 Machine</translation>
    </message>
    <message>
        <source>Keeps count of how many pods of each disruption budget may go</source>
        <translation>统计每个干扰预算还允许多少 Pod 离开</translation>
    </message>
    <message>
        <source>Keeps the ServiceAccount default in every namespace</source>
        <translation>在每个命名空间中保持 ServiceAccount default</translation>
    </message>
    <message>
        <source>Keeps the failed machine {machine}: {kept} of {max} are kept already.</source>
        <translation>保留故障机器 {machine}：{max} 台中已保留 {kept} 台。</translation>
    </message>
    <message>
        <source>Keeps the pod until {until}, {timeout} after the deletion was first seen.</source>
        <translation>将 Pod 保留到 {until}，即首次看到删除后 {timeout}。</translation>
    </message>
    <message>
        <source>Lets go of {machine}, whose labels no longer match the selector.</source>
        <translation>不再管理 {machine}，其标签不再匹配选择器。</translation>
    </message>
    <message>
        <source>Links Machines and Nodes, and copies labels and taints</source>
        <translation>关联 Machine 与 Node，并复制标签和污点</translation>
    </message>
    <message>
        <source>Looks again: node {node} is gone.</source>
        <translation>再次查看：节点 {node} 已消失。</translation>
    </message>
    <message>
        <source>Machine {machine} is replaced once others have come up.</source>
        <translation>机器 {machine} 将在其他机器恢复后替换。</translation>
    </message>
    <message>
        <source>Machine {machine} stays: nobody controls it, so nobody would replace it.</source>
        <translation>机器 {machine} 保留：没有控制者，因此不会有人替换它。</translation>
    </message>
    <message>
        <source>Machine {machine} stays: {why}.</source>
        <translation>机器 {machine} 保留：{why}。</translation>
    </message>
    <message>
        <source>Machine {machine} waits for its {kind}.</source>
        <translation>机器 {machine} 等待它的 {kind}。</translation>
    </message>
    <message>
        <source>Machine {machine}: {finding}.</source>
        <translation>机器 {machine}：{finding}。</translation>
    </message>
    <message>
        <source>MachineSet {machineSet} has timed out progressing.</source>
        <translation>MachineSet {machineSet} 的进展已超时。</translation>
    </message>
    <message>
        <source>Machines that went over now count in the size of their new set.</source>
        <translation>已转移的机器现在计入新机器集的大小。</translation>
    </message>
    <message>
        <source>Makes {object}, which every namespace has.</source>
        <translation>创建 {object}，每个命名空间都有它。</translation>
    </message>
    <message>
        <source>Makes, watches and removes the instance of each Machine</source>
        <translation>创建、监视并移除每个 Machine 的实例</translation>
    </message>
    <message>
        <source>Makes, watches and removes the instance of each Machine of machine.sapcloud.io</source>
        <translation>创建、监视并移除 machine.sapcloud.io 的每个 Machine 的实例</translation>
    </message>
    <message>
        <source>No MachineSet or MachineDeployment has the annotations of a node group.</source>
        <translation>没有 MachineSet 或 MachineDeployment 带有节点组的注解。</translation>
    </message>
    <message>
        <source>No authority is known that the API server is known by: nothing is published.</source>
        <translation>不知道可用来识别 API 服务器的证书颁发机构：不发布任何内容。</translation>
    </message>
    <message>
        <source>No dependent holds the object any more.</source>
        <translation>不再有依赖者占用该对象。</translation>
    </message>
    <message>
        <source>No hollow kubelet of this host runs the pod&apos;s node.</source>
        <translation>此主机没有运行该 Pod 节点的空心 kubelet。</translation>
    </message>
    <message>
        <source>No machine has this node&apos;s provider id or address.</source>
        <translation>没有机器具有此节点的提供商 ID 或地址。</translation>
    </message>
    <message>
        <source>No machine may be disrupted: {problem}.</source>
        <translation>不可干扰任何机器：{problem}。</translation>
    </message>
    <message>
        <source>No node of any zone is ready: the fault is elsewhere, nothing is evicted.</source>
        <translation>任何区域都没有 Ready 的节点：故障在别处，不驱逐任何东西。</translation>
    </message>
    <message>
        <source>No owner is left; the object goes.</source>
        <translation>没有剩余的属主；该对象将消失。</translation>
    </message>
    <message>
        <source>No pod may be disrupted: {problem}.</source>
        <translation>不可干扰任何 Pod：{problem}。</translation>
    </message>
    <message>
        <source>No sign of life for the whole grace period.</source>
        <translation>整个宽限期内没有生命迹象。</translation>
    </message>
    <message>
        <source>No unready node waits for its eviction.</source>
        <translation>没有未就绪的节点等待驱逐。</translation>
    </message>
    <message>
        <source>Node {node} is asked to be rebooted; its machine stays.</source>
        <translation>已请求重启节点 {node}；其机器保留。</translation>
    </message>
    <message>
        <source>Node {node} is drained.</source>
        <translation>节点 {node} 已排空。</translation>
    </message>
    <message>
        <source>Node {node} is left as it is with {pods} pods, because {why}.</source>
        <translation>节点 {node} 保持原样，留有 {pods} 个 Pod，因为 {why}。</translation>
    </message>
    <message>
        <source>Node {node} is needed again.</source>
        <translation>又需要节点 {node} 了。</translation>
    </message>
    <message>
        <source>Node {node} is not the machine&apos;s and stays.</source>
        <translation>节点 {node} 不属于该机器，予以保留。</translation>
    </message>
    <message>
        <source>Node {node} is {state}.</source>
        <translation>节点 {node}：{state}。</translation>
    </message>
    <message>
        <source>Node {node} of {group} goes after others.</source>
        <translation>{group} 的节点 {node} 排在其他节点之后离开。</translation>
    </message>
    <message>
        <source>Node {node} of {group} is not needed since {since} and may go at {due}.</source>
        <translation>{group} 的节点 {node} 自 {since} 起不再需要，可在 {due} 离开。</translation>
    </message>
    <message>
        <source>Node {node} of {group} stays: {why}.</source>
        <translation>{group} 的节点 {node} 保留：{why}。</translation>
    </message>
    <message>
        <source>Nothing is created: {problem}; looks again when that changes, at the latest in {retry}.</source>
        <translation>不创建任何东西：{problem}；情况变化时再次查看，最迟在 {retry} 后。</translation>
    </message>
    <message>
        <source>Nothing is done: {problem}.</source>
        <translation>不做任何事：{problem}。</translation>
    </message>
    <message>
        <source>Nothing refers to it any more, so that it may go.</source>
        <translation>不再有任何对象引用它，因此可以离开。</translation>
    </message>
    <message>
        <source>Nothing refers to it; it may go.</source>
        <translation>没有任何对象引用它；可以离开。</translation>
    </message>
    <message>
        <source>Nothing to detach: no volume is ever attached to a hollow node.</source>
        <translation>无需分离：空心节点从不挂载卷。</translation>
    </message>
    <message>
        <source>One of several owners is gone; the reference to it goes.</source>
        <translation>多个属主之一已消失；对它的引用将移除。</translation>
    </message>
    <message>
        <source>Pods that do not tolerate it have to leave node {node}.</source>
        <translation>不容忍它的 Pod 必须离开节点 {node}。</translation>
    </message>
    <message>
        <source>Publishes the server&apos;s certificate authority in every namespace</source>
        <translation>在每个命名空间中发布服务器的证书颁发机构</translation>
    </message>
    <message>
        <source>Removes hollow-node pods whose Machine is gone</source>
        <translation>移除其 Machine 已消失的空心节点 Pod</translation>
    </message>
    <message>
        <source>Removes pods that do not tolerate their node&apos;s taints</source>
        <translation>移除不容忍其节点污点的 Pod</translation>
    </message>
    <message>
        <source>Removes pods whose node is gone</source>
        <translation>移除其节点已消失的 Pod</translation>
    </message>
    <message>
        <source>Replaces Machines whose nodes are unhealthy for too long</source>
        <translation>替换节点不健康时间过长的 Machine</translation>
    </message>
    <message>
        <source>ReplicaSet {replicaSet} has timed out progressing.</source>
        <translation>ReplicaSet {replicaSet} 的进展已超时。</translation>
    </message>
    <message>
        <source>Rolls out changes of each Deployment through its ReplicaSets</source>
        <translation>通过 ReplicaSet 推出每个 Deployment 的更改</translation>
    </message>
    <message>
        <source>Rolls out changes of each MachineDeployment of machine.sapcloud.io, also in place</source>
        <translation>推出 machine.sapcloud.io 的每个 MachineDeployment 的更改，也可就地更新</translation>
    </message>
    <message>
        <source>Rolls out changes of each MachineDeployment through its MachineSets</source>
        <translation>通过 MachineSet 推出每个 MachineDeployment 的更改</translation>
    </message>
    <message>
        <source>Runs as node {node}.</source>
        <translation>作为节点 {node} 运行。</translation>
    </message>
    <message>
        <source>Runs hollow-node pods: each becomes a node that heartbeats and fails on command</source>
        <translation>运行空心节点 Pod：每个都成为发送心跳并按命令失效的节点</translation>
    </message>
    <message>
        <source>Runs the pods of each Job until enough of them succeed</source>
        <translation>运行每个 Job 的 Pod，直到足够多的 Pod 成功</translation>
    </message>
    <message>
        <source>Runs: node {node} has joined and is healthy.</source>
        <translation>运行中：节点 {node} 已加入且健康。</translation>
    </message>
    <message>
        <source>Runs: node {node} is healthy again.</source>
        <translation>运行中：节点 {node} 恢复健康。</translation>
    </message>
    <message>
        <source>Somebody has changed {object}: it is put right.</source>
        <translation>有人更改了 {object}：现予纠正。</translation>
    </message>
    <message>
        <source>Stands for the existing node {node}.</source>
        <translation>代表现有节点 {node}。</translation>
    </message>
    <message>
        <source>Successfully assigned {pod} to {node}.</source>
        <translation>已成功将 {pod} 分配到 {node}。</translation>
    </message>
    <message>
        <source>Taints unhealthy nodes NoExecute, zone by zone and at a limited rate</source>
        <translation>为不健康的节点添加 NoExecute 污点，逐个区域并限制速率</translation>
    </message>
    <message>
        <source>Takes its finalizer before anything is created.</source>
        <translation>在创建任何东西之前添加 finalizer。</translation>
    </message>
    <message>
        <source>Takes its finalizer before it makes machine sets.</source>
        <translation>在创建机器集之前添加 finalizer。</translation>
    </message>
    <message>
        <source>Takes its finalizer before it makes machines.</source>
        <translation>在创建机器之前添加 finalizer。</translation>
    </message>
    <message>
        <source>Takes over {machineSet}, which nobody controls.</source>
        <translation>接管 {machineSet}，它没有控制者。</translation>
    </message>
    <message>
        <source>Takes over {machine}, which nobody controls.</source>
        <translation>接管 {machine}，它没有控制者。</translation>
    </message>
    <message>
        <source>Takes over {replicaSet}, which nobody controls.</source>
        <translation>接管 {replicaSet}，它没有控制者。</translation>
    </message>
    <message>
        <source>Takes the template of revision {revision} back.</source>
        <translation>取回修订版本 {revision} 的模板。</translation>
    </message>
    <message>
        <source>Takes {kind} {machine} back: the machine is healthy again.</source>
        <translation>撤回 {kind} {machine}：机器已恢复健康。</translation>
    </message>
    <message>
        <source>The API server answers.</source>
        <translation>API 服务器有应答。</translation>
    </message>
    <message>
        <source>The API server is back: the timers of {machines} machines start anew, those that were Unknown count as Running, and all are looked at anew in {delay}.</source>
        <translation>API 服务器已恢复：{machines} 台机器的计时器重新开始，曾为 Unknown 的视为 Running，全部将在 {delay} 后重新查看。</translation>
    </message>
    <message>
        <source>The API server {state}.</source>
        <translation>API 服务器：{state}。</translation>
    </message>
    <message>
        <source>The Node was deleted; a kubelet registers once, when it starts.</source>
        <translation>该 Node 已被删除；kubelet 只在启动时注册一次。</translation>
    </message>
    <message>
        <source>The budget covers no pod.</source>
        <translation>该预算不涵盖任何 Pod。</translation>
    </message>
    <message>
        <source>The container exits at once: {problem}.</source>
        <translation>容器立即退出：{problem}。</translation>
    </message>
    <message>
        <source>The containers are being stopped.</source>
        <translation>正在停止容器。</translation>
    </message>
    <message>
        <source>The containers have stopped; the pod goes.</source>
        <translation>容器已停止；Pod 将消失。</translation>
    </message>
    <message>
        <source>The containers run.</source>
        <translation>容器正在运行。</translation>
    </message>
    <message>
        <source>The deployment does not exist.</source>
        <translation>该部署不存在。</translation>
    </message>
    <message>
        <source>The deployment is paused: sizes are followed, changes of the template wait.</source>
        <translation>该部署已暂停：会跟随大小变化，模板更改则等待。</translation>
    </message>
    <message>
        <source>The failed machine {machine} is kept until {until}.</source>
        <translation>故障机器 {machine} 保留到 {until}。</translation>
    </message>
    <message>
        <source>The failed machine {machine} is kept.</source>
        <translation>故障机器 {machine} 予以保留。</translation>
    </message>
    <message>
        <source>The fault was seen: {fault}.</source>
        <translation>已看到故障：{fault}。</translation>
    </message>
    <message>
        <source>The health check does not exist.</source>
        <translation>该健康检查不存在。</translation>
    </message>
    <message>
        <source>The hollow host is ready.</source>
        <translation>空心主机已 Ready。</translation>
    </message>
    <message>
        <source>The hollow host registers its Node.</source>
        <translation>空心主机注册其 Node。</translation>
    </message>
    <message>
        <source>The hollow host reports its status.</source>
        <translation>空心主机报告其状态。</translation>
    </message>
    <message>
        <source>The hollow kubelet exited when it started.</source>
        <translation>空心 kubelet 启动时退出。</translation>
    </message>
    <message>
        <source>The instance has vanished and is made anew.</source>
        <translation>实例已消失，将重新创建。</translation>
    </message>
    <message>
        <source>The instance has vanished; the machine fails if it is still missing at {nextCheck}.</source>
        <translation>实例已消失；如果到 {nextCheck} 仍然缺失，机器将失败。</translation>
    </message>
    <message>
        <source>The instance runs, but node {node} is gone; {outcome} if that lasts until {until}.</source>
        <translation>实例在运行，但节点 {node} 已消失；如果持续到 {until}，{outcome}。</translation>
    </message>
    <message>
        <source>The instance {providerID} is gone; {outcome}.</source>
        <translation>实例 {providerID} 已消失；{outcome}。</translation>
    </message>
    <message>
        <source>The job ended at least {seconds}s ago, and is deleted.</source>
        <translation>该 Job 至少在 {seconds}s 前结束，现予删除。</translation>
    </message>
    <message>
        <source>The job has ended and is kept until {until}.</source>
        <translation>该 Job 已结束，保留到 {until}。</translation>
    </message>
    <message>
        <source>The job has ended: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>该 Job 已结束：{active} 个 Pod 活动，{succeeded} 个成功，{failed} 个失败。</translation>
    </message>
    <message>
        <source>The job is being deleted; its pods follow by garbage collection.</source>
        <translation>该 Job 正在删除；其 Pod 随后由垃圾回收处理。</translation>
    </message>
    <message>
        <source>The job is gone; {pods} of its pods are let go.</source>
        <translation>该 Job 已消失；不再管理其 {pods} 个 Pod。</translation>
    </message>
    <message>
        <source>The job is suspended: no pod is made.</source>
        <translation>该 Job 已挂起：不创建 Pod。</translation>
    </message>
    <message>
        <source>The kubelet is ready; the node has {fault}, {problem}.</source>
        <translation>kubelet 已 Ready；节点有 {fault}，{problem}。</translation>
    </message>
    <message>
        <source>The kubelet of node {node} starts.</source>
        <translation>节点 {node} 的 kubelet 启动。</translation>
    </message>
    <message>
        <source>The kubelet of the pod&apos;s node has not started yet.</source>
        <translation>该 Pod 节点的 kubelet 尚未启动。</translation>
    </message>
    <message>
        <source>The kubelet of the pod&apos;s node is silent.</source>
        <translation>该 Pod 节点的 kubelet 没有动静。</translation>
    </message>
    <message>
        <source>The kubelet reports that it is not ready: {problem}.</source>
        <translation>kubelet 报告未 Ready：{problem}。</translation>
    </message>
    <message>
        <source>The kubelet reports that it is ready.</source>
        <translation>kubelet 报告已 Ready。</translation>
    </message>
    <message>
        <source>The kubelet sends neither status nor heartbeat: a fault asks for it.</source>
        <translation>kubelet 既不发送状态也不发送心跳：故障要求如此。</translation>
    </message>
    <message>
        <source>The last attempt to create the pod failed: {error}.</source>
        <translation>上次创建 Pod 的尝试失败：{error}。</translation>
    </message>
    <message>
        <source>The machine boots until {until}.</source>
        <translation>机器启动到 {until}。</translation>
    </message>
    <message>
        <source>The machine does not exist.</source>
        <translation>该机器不存在。</translation>
    </message>
    <message>
        <source>The machine never joins: its recipe asks for it.</source>
        <translation>该机器永不加入：其配方要求如此。</translation>
    </message>
    <message>
        <source>The machine set does not exist.</source>
        <translation>该机器集不存在。</translation>
    </message>
    <message>
        <source>The namespace has {object}.</source>
        <translation>该命名空间有 {object}。</translation>
    </message>
    <message>
        <source>The namespace is being deleted, with what it has.</source>
        <translation>该命名空间及其内容正在删除。</translation>
    </message>
    <message>
        <source>The node could not be updated in place.</source>
        <translation>该节点无法就地更新。</translation>
    </message>
    <message>
        <source>The node does not exist.</source>
        <translation>该节点不存在。</translation>
    </message>
    <message>
        <source>The node existed before the machine and stays.</source>
        <translation>该节点先于机器存在，予以保留。</translation>
    </message>
    <message>
        <source>The node is drained and may be updated.</source>
        <translation>该节点已排空，可以更新。</translation>
    </message>
    <message>
        <source>The node is drained: no pod is left that had to leave.</source>
        <translation>该节点已排空：必须离开的 Pod 都已离开。</translation>
    </message>
    <message>
        <source>The node is drained; waits for the result of its update.</source>
        <translation>该节点已排空；等待更新结果。</translation>
    </message>
    <message>
        <source>The node is not drained: {why}.</source>
        <translation>该节点未排空：{why}。</translation>
    </message>
    <message>
        <source>The node is not to be updated in place.</source>
        <translation>该节点不需要就地更新。</translation>
    </message>
    <message>
        <source>The node is on its way out.</source>
        <translation>该节点正在离开。</translation>
    </message>
    <message>
        <source>The node is ready.</source>
        <translation>该节点已 Ready。</translation>
    </message>
    <message>
        <source>The node is selected for an update: it is cordoned, then drained.</source>
        <translation>该节点被选中更新：先标记为不可调度，然后排空。</translation>
    </message>
    <message>
        <source>The node waits to be selected for an update in place.</source>
        <translation>该节点等待被选中进行就地更新。</translation>
    </message>
    <message>
        <source>The node was updated in place.</source>
        <translation>该节点已就地更新。</translation>
    </message>
    <message>
        <source>The node&apos;s kubelet gives no sign of life.</source>
        <translation>该节点的 kubelet 没有生命迹象。</translation>
    </message>
    <message>
        <source>The node&apos;s kubelet has not reported yet.</source>
        <translation>该节点的 kubelet 尚未报告。</translation>
    </message>
    <message>
        <source>The node&apos;s kubelet reports that it is not ready.</source>
        <translation>该节点的 kubelet 报告未 Ready。</translation>
    </message>
    <message>
        <source>The object has no owner.</source>
        <translation>该对象没有属主。</translation>
    </message>
    <message>
        <source>The object is being deleted already.</source>
        <translation>该对象已在删除中。</translation>
    </message>
    <message>
        <source>The object is gone, or cannot be read.</source>
        <translation>该对象已消失，或无法读取。</translation>
    </message>
    <message>
        <source>The owner is not there (yet).</source>
        <translation>属主（尚）不存在。</translation>
    </message>
    <message>
        <source>The pod does not tolerate the taints of its node, or no longer.</source>
        <translation>该 Pod 不容忍，或不再容忍其节点的污点。</translation>
    </message>
    <message>
        <source>The pod has ended; finalizers hold its object.</source>
        <translation>该 Pod 已结束；finalizer 占用其对象。</translation>
    </message>
    <message>
        <source>The pod has finished: {phase}.</source>
        <translation>该 Pod 已完成：{phase}。</translation>
    </message>
    <message>
        <source>The pod has no node, or one that is gone.</source>
        <translation>该 Pod 没有节点，或其节点已消失。</translation>
    </message>
    <message>
        <source>The pod is being deleted already.</source>
        <translation>该 Pod 已在删除中。</translation>
    </message>
    <message>
        <source>The pod is bound to no node yet.</source>
        <translation>该 Pod 尚未绑定到节点。</translation>
    </message>
    <message>
        <source>The pod is bound to no node.</source>
        <translation>该 Pod 没有绑定到节点。</translation>
    </message>
    <message>
        <source>The pod is bound, has ended, is going, or has another scheduler.</source>
        <translation>该 Pod 已绑定、已结束、正在离开，或使用其他调度器。</translation>
    </message>
    <message>
        <source>The pod is gone; node {node} {outcome}.</source>
        <translation>Pod 已消失；节点 {node}：{outcome}。</translation>
    </message>
    <message>
        <source>The pod tolerates the taints of its node until {until}.</source>
        <translation>该 Pod 容忍其节点的污点到 {until}。</translation>
    </message>
    <message>
        <source>The pod tolerates the taints of its node without limit.</source>
        <translation>该 Pod 无限期容忍其节点的污点。</translation>
    </message>
    <message>
        <source>The pod {pod} is {phase}.</source>
        <translation>Pod {pod} 为 {phase}。</translation>
    </message>
    <message>
        <source>The pod&apos;s node has no taint that evicts.</source>
        <translation>该 Pod 的节点没有会驱逐的污点。</translation>
    </message>
    <message>
        <source>The pod&apos;s node is gone; finalizers hold its object.</source>
        <translation>该 Pod 的节点已消失；finalizer 占用其对象。</translation>
    </message>
    <message>
        <source>The pod&apos;s node is there.</source>
        <translation>该 Pod 的节点存在。</translation>
    </message>
    <message>
        <source>The pod&apos;s node {node} is gone for good.</source>
        <translation>该 Pod 的节点 {node} 已永久消失。</translation>
    </message>
    <message>
        <source>The pod&apos;s node {node} is gone; the pod follows at {until}.</source>
        <translation>该 Pod 的节点 {node} 已消失；Pod 随后在 {until} 消失。</translation>
    </message>
    <message>
        <source>The provider refused: {problem}; next attempt at {nextCheck}.</source>
        <translation>提供商拒绝：{problem}；下次尝试在 {nextCheck}。</translation>
    </message>
    <message>
        <source>The remediation template {template} was not found.</source>
        <translation>未找到修复模板 {template}。</translation>
    </message>
    <message>
        <source>The set is being deleted; its pods follow by garbage collection.</source>
        <translation>该集合正在删除；其 Pod 随后由垃圾回收处理。</translation>
    </message>
    <message>
        <source>The time of its preservation is over.</source>
        <translation>保全时间已过。</translation>
    </message>
    <message>
        <source>The time of the fault is over.</source>
        <translation>故障时间已过。</translation>
    </message>
    <message>
        <source>The update in place failed: it took longer than {timeout}.</source>
        <translation>就地更新失败：用时超过 {timeout}。</translation>
    </message>
    <message>
        <source>The update in place of the node is over.</source>
        <translation>该节点的就地更新已结束。</translation>
    </message>
    <message>
        <source>The update in place took too long.</source>
        <translation>就地更新用时过长。</translation>
    </message>
    <message>
        <source>The {kind} does not exist.</source>
        <translation>该 {kind} 不存在。</translation>
    </message>
    <message>
        <source>Too many nodes of the zone are unready at once: nothing is evicted.</source>
        <translation>该区域同时有太多节点未就绪：不驱逐任何东西。</translation>
    </message>
    <message>
        <source>Turns silent nodes Unknown and taints unhealthy ones</source>
        <translation>将没有动静的节点设为 Unknown，并为不健康的节点添加污点</translation>
    </message>
    <message>
        <source>Unfroze MachineSet {machineSet}: {why}.</source>
        <translation>已解冻 MachineSet {machineSet}：{why}。</translation>
    </message>
    <message>
        <source>Up to {selectable} nodes may be labelled selected-for-update by hand.</source>
        <translation>最多可手动为 {selectable} 个节点加上标签 selected-for-update。</translation>
    </message>
    <message>
        <source>Waits for a healthy node ({problem}), at most until {until}.</source>
        <translation>等待健康的节点（{problem}），最多到 {until}。</translation>
    </message>
    <message>
        <source>Waits for a node with provider id {providerID}.</source>
        <translation>等待提供商 ID 为 {providerID} 的节点。</translation>
    </message>
    <message>
        <source>Waits for its pods: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>等待其 Pod：{active} 个活动，{succeeded} 个成功，{failed} 个失败。</translation>
    </message>
    <message>
        <source>Waits for node {node}, which the annotation names, to exist and to have an address.</source>
        <translation>等待注解所指的节点 {node} 存在并具有地址。</translation>
    </message>
    <message>
        <source>Waits for {pods} pods to leave node {node}: {names}.</source>
        <translation>等待 {pods} 个 Pod 离开节点 {node}：{names}。</translation>
    </message>
    <message>
        <source>Waits until the finalizer keeps {object}.</source>
        <translation>等待 finalizer 保护 {object}。</translation>
    </message>
    <message>
        <source>Waits until the pod is gone: {pods}.</source>
        <translation>等待 Pod 消失：{pods}。</translation>
    </message>
    <message>
        <source>Waits until the pre-drain hook is taken away: {hooks}.</source>
        <translation>等待移除 pre-drain 钩子：{hooks}。</translation>
    </message>
    <message>
        <source>Waits until the pre-terminate hook is taken away: {hooks}.</source>
        <translation>等待移除 pre-terminate 钩子：{hooks}。</translation>
    </message>
    <message>
        <source>Waits until the taint {taint} is taken from its node, at most until {until}.</source>
        <translation>等待从其节点移除污点 {taint}，最多到 {until}。</translation>
    </message>
    <message>
        <source>Waits, next look in {retry}: {problem}.</source>
        <translation>等待，{retry} 后再次查看：{problem}。</translation>
    </message>
    <message>
        <source>Waits: an API server was not to be reached, so that nothing but deletions goes on; looks again in {retry}.</source>
        <translation>等待：API 服务器曾无法访问，因此只有删除继续进行；{retry} 后再次查看。</translation>
    </message>
    <message>
        <source>Waits: another control-plane node is being drained, next look in {retry}.</source>
        <translation>等待：另一个控制平面节点正在排空，{retry} 后再次查看。</translation>
    </message>
    <message>
        <source>Waits: the pod {pod} exists already and does not carry this machine&apos;s uid.</source>
        <translation>等待：Pod {pod} 已存在，且不带此机器的 UID。</translation>
    </message>
    <message>
        <source>Was never a machine&apos;s of this family.</source>
        <translation>从未属于此系列的机器。</translation>
    </message>
    <message>
        <source>Was unhealthy for {timeout}, but is kept: {why}; looks again in {retry}.</source>
        <translation>不健康已达 {timeout}，但予以保留：{why}；{retry} 后再次查看。</translation>
    </message>
    <message>
        <source>Writes the same to {object} again and again, since somebody undoes it: writes ever more seldom.</source>
        <translation>反复向 {object} 写入同样的内容，因为有人将其撤销：写入会越来越少。</translation>
    </message>
    <message>
        <source>has no node since {since}, allowed for {timeout}</source>
        <translation>自 {since} 起没有节点，允许 {timeout}</translation>
    </message>
    <message>
        <source>has no node yet</source>
        <translation>还没有节点</translation>
    </message>
    <message>
        <source>has no node, and the startup timeout is off</source>
        <translation>没有节点，且启动超时已关闭</translation>
    </message>
    <message>
        <source>node is healthy</source>
        <translation>节点健康</translation>
    </message>
    <message>
        <source>node {node} is gone</source>
        <translation>节点 {node} 已消失</translation>
    </message>
    <message>
        <source>node {node} reports {condition} since {since}, allowed for {timeout}</source>
        <translation>节点 {node} 自 {since} 起报告 {condition}，允许 {timeout}</translation>
    </message>
    <message>
        <source>not a single node is seen, which may be an error</source>
        <translation>看不到任何节点，这可能是个错误</translation>
    </message>
    <message>
        <source>phase is Failed</source>
        <translation>阶段为 Failed</translation>
    </message>
    <message>
        <source>phase is Failed: {problem}</source>
        <translation>阶段为 Failed：{problem}</translation>
    </message>
    <message>
        <source>{attempt} ended with {errorCode}: {problem}. Tries again at {nextCheck}.</source>
        <translation>{attempt} 以 {errorCode} 结束：{problem}。{nextCheck} 再次尝试。</translation>
    </message>
    <message>
        <source>{available} of {replicas} machines are available.</source>
        <translation>{replicas} 台机器中有 {available} 台可用。</translation>
    </message>
    <message>
        <source>{available} of {replicas} machines have been ready for {minReadySeconds}s.</source>
        <translation>{replicas} 台机器中有 {available} 台 Ready 已达 {minReadySeconds}s。</translation>
    </message>
    <message>
        <source>{available} of {replicas} pods are available.</source>
        <translation>{replicas} 个 Pod 中有 {available} 个可用。</translation>
    </message>
    <message>
        <source>{dependents} dependents have to go first.</source>
        <translation>{dependents} 个依赖者必须先消失。</translation>
    </message>
    <message>
        <source>{dependents} dependents lose their owner.</source>
        <translation>{dependents} 个依赖者失去属主。</translation>
    </message>
    <message>
        <source>{doing} the instance ended with {errorCode}: {problem}.</source>
        <translation>{doing} 实例以 {errorCode} 结束：{problem}。</translation>
    </message>
    <message>
        <source>{doing} the instance ended with {errorCode}: {problem}; tries again in {retry}.</source>
        <translation>{doing} 实例以 {errorCode} 结束：{problem}；{retry} 后再次尝试。</translation>
    </message>
    <message>
        <source>{failed} machines could not be updated; they count as unavailable until their label update-result is taken away.</source>
        <translation>{failed} 台机器无法更新；在移除其标签 update-result 之前视为不可用。</translation>
    </message>
    <message>
        <source>{frozen} of {sets} machine sets are frozen.</source>
        <translation>{sets} 个机器集中有 {frozen} 个被冻结。</translation>
    </message>
    <message>
        <source>{group} does not grow from {size}: {why}.</source>
        <translation>{group} 不会从 {size} 继续增长：{why}。</translation>
    </message>
    <message>
        <source>{group} does not grow: what its next node would offer is not known, {problem}.</source>
        <translation>{group} 不增长：不知道其下一个节点能提供什么，{problem}。</translation>
    </message>
    <message>
        <source>{group} grows from {from} to {to} for {pods} pending pods; it wastes least, {waste}.</source>
        <translation>{group} 为 {pods} 个等待中的 Pod 从 {from} 增长到 {to}；它浪费最少，{waste}。</translation>
    </message>
    <message>
        <source>{group} has its smallest size, {size}.</source>
        <translation>{group} 已是最小大小 {size}。</translation>
    </message>
    <message>
        <source>{group} has {machines} machines and is to have {size}; until then nothing is taken away.</source>
        <translation>{group} 有 {machines} 台机器，应有 {size} 台；在此之前不减少。</translation>
    </message>
    <message>
        <source>{group} is being rolled out; nothing is taken away.</source>
        <translation>{group} 正在推出更改；不减少。</translation>
    </message>
    <message>
        <source>{group} is no node group: {problem}.</source>
        <translation>{group} 不是节点组：{problem}。</translation>
    </message>
    <message>
        <source>{group} is paused and keeps its size.</source>
        <translation>{group} 已暂停，保持其大小。</translation>
    </message>
    <message>
        <source>{group} shrinks from {from} to {to}: nobody needs {nodes}.</source>
        <translation>{group} 从 {from} 缩减到 {to}：没有人需要 {nodes}。</translation>
    </message>
    <message>
        <source>{healthy} of {expected} machines are healthy, {desired} have to be: {allowed} may be disrupted.</source>
        <translation>{expected} 台机器中有 {healthy} 台健康，必须有 {desired} 台：可干扰 {allowed} 台。</translation>
    </message>
    <message>
        <source>{healthy} of {expected} pods are healthy, {desired} have to be: none may be disrupted.</source>
        <translation>{expected} 个 Pod 中有 {healthy} 个健康，必须有 {desired} 个：不可干扰任何一个。</translation>
    </message>
    <message>
        <source>{healthy} of {expected} pods are healthy, {desired} have to be: {allowed} may be disrupted.</source>
        <translation>{expected} 个 Pod 中有 {healthy} 个健康，必须有 {desired} 个：可干扰 {allowed} 个。</translation>
    </message>
    <message>
        <source>{machineDeployment} is frozen with its set {machineSet}.</source>
        <translation>{machineDeployment} 与其机器集 {machineSet} 一起被冻结。</translation>
    </message>
    <message>
        <source>{machineDeployment} is {outcome}.</source>
        <translation>{machineDeployment}：{outcome}。</translation>
    </message>
    <message>
        <source>{machineSet} gets {replicas} machines instead of {before}.</source>
        <translation>{machineSet} 的机器数由 {before} 变为 {replicas}。</translation>
    </message>
    <message>
        <source>{machineSet} is being deleted and has to go before it is made again.</source>
        <translation>{machineSet} 正在删除，必须先消失才能重新创建。</translation>
    </message>
    <message>
        <source>{machineSet} is revision {revision} and takes over the deployment&apos;s annotations.</source>
        <translation>{machineSet} 为修订版本 {revision}，接受部署的注解。</translation>
    </message>
    <message>
        <source>{machineSet} is the name of another machine set; looks for another name.</source>
        <translation>{machineSet} 是另一个机器集的名称；另找名称。</translation>
    </message>
    <message>
        <source>{machineSet} keeps {replicas} machines and learns the deployment&apos;s new bounds.</source>
        <translation>{machineSet} 保持 {replicas} 台机器，并获知部署的新界限。</translation>
    </message>
    <message>
        <source>{machineSet} stays frozen: it has {machines} machines, and is freed at {lower}.</source>
        <translation>{machineSet} 保持冻结：它有 {machines} 台机器，降到 {lower} 台时解冻。</translation>
    </message>
    <message>
        <source>{machineSet} takes over what the template says without a new revision.</source>
        <translation>{machineSet} 不经新修订版本而接受模板的内容。</translation>
    </message>
    <message>
        <source>{machineSet} {outcome}.</source>
        <translation>{machineSet}：{outcome}。</translation>
    </message>
    <message>
        <source>{machines} machines of earlier revisions have to go before new ones are made.</source>
        <translation>{machines} 台早期修订版本的机器必须先消失，才会创建新的机器。</translation>
    </message>
    <message>
        <source>{machines} machines of {group} failed or have no node in time; {why}.</source>
        <translation>{group} 的 {machines} 台机器失败或未及时获得节点；{why}。</translation>
    </message>
    <message>
        <source>{machines} machines take over the template&apos;s node template, settings and kind of class.</source>
        <translation>{machines} 台机器接受模板的节点模板、设置和类的种类。</translation>
    </message>
    <message>
        <source>{machine} is to go first when the deployment shrinks.</source>
        <translation>部署缩减时 {machine} 应首先离开。</translation>
    </message>
    <message>
        <source>{machine} was updated and goes over to {machineSet}.</source>
        <translation>{machine} 已更新，转移到 {machineSet}。</translation>
    </message>
    <message>
        <source>{missing} of {wanted} machines are missing; a frozen set makes none.</source>
        <translation>{wanted} 台机器中缺少 {missing} 台；被冻结的机器集不创建机器。</translation>
    </message>
    <message>
        <source>{missing} of {wanted} machines are missing; none are made while machines are updated in place.</source>
        <translation>{wanted} 台机器中缺少 {missing} 台；机器就地更新期间不创建机器。</translation>
    </message>
    <message>
        <source>{nodes} nodes of {group} are used to at least {threshold}, or pending pods fit there.</source>
        <translation>{group} 的 {nodes} 个节点使用率至少为 {threshold}，或等待中的 Pod 适合放在那里。</translation>
    </message>
    <message>
        <source>{nodes} nodes {outcome}.</source>
        <translation>{nodes} 个节点：{outcome}。</translation>
    </message>
    <message>
        <source>{nodes} unready nodes wait to be evicted.</source>
        <translation>{nodes} 个未就绪的节点等待驱逐。</translation>
    </message>
    <message>
        <source>{node} is updated next: {available} machines are available, {minAvailable} have to be.</source>
        <translation>接下来更新 {node}：{available} 台机器可用，必须有 {minAvailable} 台。</translation>
    </message>
    <message>
        <source>{orphans} of {pods} hollow pods have no machine; removes {removing} of them now, looks again in {period}.</source>
        <translation>{pods} 个空心 Pod 中有 {orphans} 个没有机器；现在移除其中 {removing} 个，{period} 后再次查看。</translation>
    </message>
    <message>
        <source>{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>{outcome}：{active} 个 Pod 活动，{succeeded} 个成功，{failed} 个失败。</translation>
    </message>
    <message>
        <source>{outcome}; waits until every pod is counted: {active} pods are active, {succeeded} succeeded, {failed} failed.</source>
        <translation>{outcome}；等待每个 Pod 都被计数：{active} 个 Pod 活动，{succeeded} 个成功，{failed} 个失败。</translation>
    </message>
    <message>
        <source>{pods} pending pods fit on nodes that are there.</source>
        <translation>{pods} 个等待中的 Pod 适合放在现有节点上。</translation>
    </message>
    <message>
        <source>{pods} pending pods fit on the {nodes} nodes that are under way.</source>
        <translation>{pods} 个等待中的 Pod 适合放在即将到来的 {nodes} 个节点上。</translation>
    </message>
    <message>
        <source>{pods} pending pods make no group grow, such as {pod}: {why}.</source>
        <translation>{pods} 个等待中的 Pod 不会使任何组增长，例如 {pod}：{why}。</translation>
    </message>
    <message>
        <source>{pods} pods have to leave before the update; next try in {retry}.</source>
        <translation>{pods} 个 Pod 必须在更新前离开；{retry} 后再次尝试。</translation>
    </message>
    <message>
        <source>{pods} pods of earlier revisions have to go before new ones are made.</source>
        <translation>{pods} 个早期修订版本的 Pod 必须先消失，才会创建新的 Pod。</translation>
    </message>
    <message>
        <source>{problem}. Removes {machines} machines and does not try again before {until}.</source>
        <translation>{problem}。移除 {machines} 台机器，{until} 之前不再尝试。</translation>
    </message>
    <message>
        <source>{problem}: it makes no more.</source>
        <translation>{problem}：不再创建机器。</translation>
    </message>
    <message>
        <source>{ready} of {replicas} machines have a ready node.</source>
        <translation>{replicas} 台机器中有 {ready} 台拥有 Ready 的节点。</translation>
    </message>
    <message>
        <source>{replicaSet} gets {replicas} pods instead of {before}.</source>
        <translation>{replicaSet} 的 Pod 数由 {before} 变为 {replicas}。</translation>
    </message>
    <message>
        <source>{replicaSet} is being deleted and has to go before it is made again.</source>
        <translation>{replicaSet} 正在删除，必须先消失才能重新创建。</translation>
    </message>
    <message>
        <source>{replicaSet} is revision {revision} and takes over the deployment&apos;s annotations.</source>
        <translation>{replicaSet} 为修订版本 {revision}，接受部署的注解。</translation>
    </message>
    <message>
        <source>{replicaSet} is the name of another replica set; looks for another name.</source>
        <translation>{replicaSet} 是另一个 ReplicaSet 的名称；另找名称。</translation>
    </message>
    <message>
        <source>{replicaSet} keeps {replicas} pods and learns the deployment&apos;s new bounds.</source>
        <translation>{replicaSet} 保持 {replicas} 个 Pod，并获知部署的新界限。</translation>
    </message>
    <message>
        <source>{reporter} reports the pod as ready again.</source>
        <translation>{reporter} 报告该 Pod 恢复 Ready。</translation>
    </message>
    <message>
        <source>{unhealthy} of {expected} machines are unhealthy, at most {maxUnhealthy} may be; {available} may be replaced now, {inFlight} replacements are under way.</source>
        <translation>{expected} 台机器中有 {unhealthy} 台不健康，最多允许 {maxUnhealthy} 台；现在可替换 {available} 台，{inFlight} 台正在替换。</translation>
    </message>
    <message>
        <source>{updated} of {desired} machines are of the present revision, {earlier} of earlier ones, and {available} are available.</source>
        <translation>{desired} 台机器中有 {updated} 台为当前修订版本，{earlier} 台为早期版本，{available} 台可用。</translation>
    </message>
    <message>
        <source>{updated} of {desired} pods are of the present revision, {earlier} of earlier ones, and {available} are available.</source>
        <translation>{desired} 个 Pod 中有 {updated} 个为当前修订版本，{earlier} 个为早期版本，{available} 个可用。</translation>
    </message>
    <message>
        <source>A Job of forty pods that run for half a minute. All of them at once would like to.</source>
        <translation>一个有四十个 Pod 的 Job，每个运行半分钟。它们都想同时运行。</translation>
    </message>
    <message>
        <source>A MachineDeployment of four machines with two cores each. One more than wanted may be there during an update, and none may be missing.</source>
        <translation>一个有四台两核机器的 MachineDeployment。更新期间可以比期望多一台，但一台也不能少。</translation>
    </message>
    <message>
        <source>A job makes the cluster grow</source>
        <translation>一个 Job 让集群增长</translation>
    </message>
    <message>
        <source>A machine set without machines. Its annotations make it a node group that may have up to twelve. Nodes that nobody needs for 30 seconds go; an autoscaler would usually wait ten minutes.</source>
        <translation>一个没有机器的机器集。其注解使它成为最多可有十二台的节点组。30 秒内没有人需要的节点会离开；自动扩缩器通常会等待十分钟。</translation>
    </message>
    <message>
        <source>A quiet moment before.</source>
        <translation>此前的安静片刻。</translation>
    </message>
    <message>
        <source>A quiet moment, to see that it stays so.</source>
        <translation>安静片刻，看看是否保持如此。</translation>
    </message>
    <message>
        <source>A set is scaled up and down faster than its machines can follow. Whatever was asked for in between, in the end there are exactly as many machines as were asked for last, each with a node of its own.</source>
        <translation>机器集扩缩得比其机器能跟上的更快。无论其间要求过什么，最终的机器数恰好是最后要求的数量，每台都有自己的节点。</translation>
    </message>
    <message>
        <source>A set of machines is scaled up, one node breaks, and the health check has its machine replaced. The report tells how long that took, and where the time went.</source>
        <translation>机器集扩容，一个节点失效，健康检查让其机器被替换。报告说明用时多久，时间花在了哪里。</translation>
    </message>
    <message>
        <source>A set without machines.</source>
        <translation>一个没有机器的机器集。</translation>
    </message>
    <message>
        <source>After 40 seconds they break.</source>
        <translation>40 秒后它们失效。</translation>
    </message>
    <message>
        <source>After the grace period the node controller gives the node up. Ready is Unknown.</source>
        <translation>宽限期过后，节点控制器放弃该节点。Ready 为 Unknown。</translation>
    </message>
    <message>
        <source>All five are Ready. Two may be unhealthy.</source>
        <translation>五台都 Ready。可以有两台不健康。</translation>
    </message>
    <message>
        <source>All of it is Ready, and nothing was replaced.</source>
        <translation>全部 Ready，没有任何东西被替换。</translation>
    </message>
    <message>
        <source>All three are Ready.</source>
        <translation>三台都 Ready。</translation>
    </message>
    <message>
        <source>And so its machine is replaced.</source>
        <translation>于是它的机器被替换。</translation>
    </message>
    <message>
        <source>And they come back by themselves, again and again.</source>
        <translation>它们自行恢复，一次又一次。</translation>
    </message>
    <message>
        <source>At no moment fewer than four are Ready.</source>
        <translation>任何时刻都不少于四台 Ready。</translation>
    </message>
    <message>
        <source>Both are Ready, for now.</source>
        <translation>目前两台都 Ready。</translation>
    </message>
    <message>
        <source>Budget exceeded</source>
        <translation>超出预算</translation>
    </message>
    <message>
        <source>Five are wanted now. The machine set makes two more machines.</source>
        <translation>现在期望五台。机器集再创建两台机器。</translation>
    </message>
    <message>
        <source>Five machines. The health check waits 15 seconds, and acts only while at most 40 % of them are unhealthy.</source>
        <translation>五台机器。健康检查等待 15 秒，并且只在不健康的机器不超过 40 % 时行动。</translation>
    </message>
    <message>
        <source>Five of five are Ready again, and the broken machine is gone.</source>
        <translation>五台中五台恢复 Ready，失效的机器已消失。</translation>
    </message>
    <message>
        <source>Five of five are Ready.</source>
        <translation>五台中五台 Ready。</translation>
    </message>
    <message>
        <source>Flapping node</source>
        <translation>抖动的节点</translation>
    </message>
    <message>
        <source>For each machine a hollow node boots and joins.</source>
        <translation>每台机器都有一个空心节点启动并加入。</translation>
    </message>
    <message>
        <source>Forty are wanted.</source>
        <translation>期望四十台。</translation>
    </message>
    <message>
        <source>Forty pods of a Job, half a core each, find no node. The autoscaler has the machine set grow from nothing to ten nodes, the pods run, and when the Job is complete the nodes leave again.</source>
        <translation>一个 Job 的四十个 Pod，每个需要半个核，找不到节点。自动扩缩器让机器集从零增长到十个节点，Pod 运行，Job 完成后节点再次离开。</translation>
    </message>
    <message>
        <source>Forty seconds later, long after the 15 of the rule.</source>
        <translation>四十秒后，早已超过规则的 15 秒。</translation>
    </message>
    <message>
        <source>Four machines, all of them new, and nothing was ever broken.</source>
        <translation>四台机器，全是新的，没有任何东西失效过。</translation>
    </message>
    <message>
        <source>Heartbeats stop</source>
        <translation>心跳停止</translation>
    </message>
    <message>
        <source>It makes one MachineSet, and that makes four machines.</source>
        <translation>它创建一个 MachineSet，后者创建四台机器。</translation>
    </message>
    <message>
        <source>No machine, no node.</source>
        <translation>没有机器，也没有节点。</translation>
    </message>
    <message>
        <source>No, ten.</source>
        <translation>不，十台。</translation>
    </message>
    <message>
        <source>Nobody needs the nodes any more. The autoscaler waits a while, then marks them and lowers the size.</source>
        <translation>没有人再需要这些节点。自动扩缩器等待一会儿，然后标记它们并减小大小。</translation>
    </message>
    <message>
        <source>Nodes that are unhealthy for 5 seconds after every 40 healthy ones. The health check is more patient than that, so they heal by themselves and no machine is replaced.</source>
        <translation>节点每健康 40 秒之后就有 5 秒不健康。健康检查比这更有耐心，所以它们自行恢复，没有机器被替换。</translation>
    </message>
    <message>
        <source>None at all.</source>
        <translation>一台也不要。</translation>
    </message>
    <message>
        <source>Nothing was deleted. The health check holds back.</source>
        <translation>没有删除任何东西。健康检查暂缓行动。</translation>
    </message>
    <message>
        <source>Now only one breaks. That is within the budget.</source>
        <translation>现在只有一个失效。这在预算之内。</translation>
    </message>
    <message>
        <source>Now the template asks for four cores. A second MachineSet appears, and the first one shrinks.</source>
        <translation>现在模板要求四核。出现第二个 MachineSet，第一个则缩减。</translation>
    </message>
    <message>
        <source>One by one the old machines make room.</source>
        <translation>旧机器逐台让位。</translation>
    </message>
    <message>
        <source>One kubelet falls silent. For now everybody still believes that its node is Ready.</source>
        <translation>一个 kubelet 没有了动静。目前大家仍认为它的节点是 Ready。</translation>
    </message>
    <message>
        <source>One node breaks. Its kubelet reports that it is not Ready, and will do so until somebody replaces it.</source>
        <translation>一个节点失效。其 kubelet 报告未 Ready，并将持续到有人替换它。</translation>
    </message>
    <message>
        <source>Rolling update</source>
        <translation>滚动更新</translation>
    </message>
    <message>
        <source>Scale storm</source>
        <translation>扩缩风暴</translation>
    </message>
    <message>
        <source>Self-healing 101</source>
        <translation>自愈 101</translation>
    </message>
    <message>
        <source>Six machines are there still, and three are healthy.</source>
        <translation>六台机器仍在，三台健康。</translation>
    </message>
    <message>
        <source>Six nodes boot and join.</source>
        <translation>六个节点启动并加入。</translation>
    </message>
    <message>
        <source>Sixty!</source>
        <translation>六十台！</translation>
    </message>
    <message>
        <source>The API server knows it now. Four of five are Ready.</source>
        <translation>API 服务器现在知道了。五台中四台 Ready。</translation>
    </message>
    <message>
        <source>The autoscaler looks every ten seconds. A node of two cores takes four of these pods, so it wants ten.</source>
        <translation>自动扩缩器每十秒查看一次。一个两核的节点可容纳四个这样的 Pod，所以它要十个。</translation>
    </message>
    <message>
        <source>The disturbance passes, and all three come back by themselves.</source>
        <translation>干扰过去了，三台都自行恢复。</translation>
    </message>
    <message>
        <source>The first new machine is there, beside the four old ones.</source>
        <translation>第一台新机器已就位，与四台旧机器并存。</translation>
    </message>
    <message>
        <source>The health check saw it all and rightly did nothing. Both machines are the first ones.</source>
        <translation>健康检查全都看到了，并且正确地没有行动。两台机器都是最初的那两台。</translation>
    </message>
    <message>
        <source>The health check waits 15 seconds more, then the machine is replaced.</source>
        <translation>健康检查再等待 15 秒，然后机器被替换。</translation>
    </message>
    <message>
        <source>The health check waits 15 seconds, then deletes the machine. The set makes a new one, and its node boots.</source>
        <translation>健康检查等待 15 秒，然后删除机器。机器集创建新机器，其节点启动。</translation>
    </message>
    <message>
        <source>The machine was replaced, and recovery took less than a minute.</source>
        <translation>机器已被替换，恢复不到一分钟。</translation>
    </message>
    <message>
        <source>The node controller gives up on three nodes; zone b is sound.</source>
        <translation>节点控制器放弃三个节点；区域 b 完好。</translation>
    </message>
    <message>
        <source>The nodes join, and each takes its pods.</source>
        <translation>节点加入，各自接收 Pod。</translation>
    </message>
    <message>
        <source>The pods end, and with the last one the Job is complete.</source>
        <translation>Pod 相继结束，最后一个结束时 Job 完成。</translation>
    </message>
    <message>
        <source>The scheduler finds no node for any of them.</source>
        <translation>调度器没有为其中任何一个找到节点。</translation>
    </message>
    <message>
        <source>The set &quot;workers&quot; wants three machines. Its health check replaces a machine whose node is not Ready for 15 seconds.</source>
        <translation>机器集“workers”需要三台机器。如果一台机器的节点 15 秒未 Ready，其健康检查会替换它。</translation>
    </message>
    <message>
        <source>The template of a MachineDeployment changes, and its machines are replaced one after the other: a new one comes up before an old one goes, so that four nodes are Ready all the time.</source>
        <translation>MachineDeployment 的模板发生变化，其机器逐台替换：旧机器离开之前新机器先到位，因此始终有四个节点 Ready。</translation>
    </message>
    <message>
        <source>The work is done, no pod failed, and no node is left.</source>
        <translation>工作完成，没有 Pod 失败，也没有剩余的节点。</translation>
    </message>
    <message>
        <source>The zone is back.</source>
        <translation>该区域恢复了。</translation>
    </message>
    <message>
        <source>Their nodes boot and join.</source>
        <translation>它们的节点启动并加入。</translation>
    </message>
    <message>
        <source>Three are unhealthy and two are allowed, so no remediation is.</source>
        <translation>三台不健康而只允许两台，因此不作修复。</translation>
    </message>
    <message>
        <source>Three machines, and a health check that waits 15 seconds once a node is Unknown.</source>
        <translation>三台机器，以及一个在节点变为 Unknown 后等待 15 秒的健康检查。</translation>
    </message>
    <message>
        <source>Three nodes break at once, for 90 seconds.</source>
        <translation>三个节点同时失效，持续 90 秒。</translation>
    </message>
    <message>
        <source>Three of five nodes break at once, but the health check may act on 40 % at most. It holds back: so many failures at once look like a problem that new machines would not solve.</source>
        <translation>五个节点中有三个同时失效，但健康检查最多只能处理 40 %。它暂缓行动：一次这么多故障，看来是新机器解决不了的问题。</translation>
    </message>
    <message>
        <source>Three of six are more than 40 %. The health check touches nothing.</source>
        <translation>六台中的三台超过 40 %。健康检查不作任何处理。</translation>
    </message>
    <message>
        <source>Three of three are Ready.</source>
        <translation>三台中三台 Ready。</translation>
    </message>
    <message>
        <source>Twenty-five machines, twenty-five nodes, and nothing else is left.</source>
        <translation>二十五台机器，二十五个节点，没有其他剩余。</translation>
    </message>
    <message>
        <source>Twenty-five, and that is the last word.</source>
        <translation>二十五台，这是最后的决定。</translation>
    </message>
    <message>
        <source>Two machines whose nodes break for 5 seconds after every 40, and a health check that waits 15 seconds.</source>
        <translation>两台机器，其节点每 40 秒之后失效 5 秒，以及一个等待 15 秒的健康检查。</translation>
    </message>
    <message>
        <source>Two sets, each in a zone of its own, and one health check for both that replaces at most 40 %.</source>
        <translation>两个机器集，各在自己的区域，共用一个最多替换 40 % 的健康检查。</translation>
    </message>
    <message>
        <source>Two zones of three nodes each; one of them goes dark. All that fails together is more than the health check may replace, so it waits, and the zone comes back with the machines that it had.</source>
        <translation>两个区域各有三个节点；其中一个失去联系。同时失效的数量超过健康检查可替换的数量，因此它等待，该区域带着原有的机器恢复。</translation>
    </message>
    <message>
        <source>What booted for nothing is taken away again, and the twenty-five come up.</source>
        <translation>白白启动的被收回，二十五台就位。</translation>
    </message>
    <message>
        <source>Zone a is cut off. No node of it is heard of any more.</source>
        <translation>区域 a 被切断。它的节点不再有任何消息。</translation>
    </message>
    <message>
        <source>Zone outage</source>
        <translation>区域中断</translation>
    </message>
    <message>
        <source>waits: {holder} holds its Lease, and it begins here when that one gives it back or stops renewing it</source>
        <translation>等待：{holder} 持有其租约；待其归还或不再续租后在此开始运行</translation>
    </message>
    <message>
        <source>Trying again</source>
        <translation>正在重试</translation>
    </message>
    <message>
        <source>&amp;Deletion</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Healthy for</source>
        <translation>健康持续(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Image</source>
        <translation>镜像(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Memory</source>
        <translation>内存(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Unhealthy for</source>
        <translation>不健康持续(&amp;U)</translation>
    </message>
    <message>
        <source>1 or more</source>
        <translation>1 或更多</translation>
    </message>
    <message>
        <source>All {desired} nodes have an available pod.</source>
        <translation>全部 {desired} 个节点都有可用的 Pod。</translation>
    </message>
    <message>
        <source>C&amp;ores</source>
        <translation>核数(&amp;O)</translation>
    </message>
    <message>
        <source>Deletes {deleting} pods.</source>
        <translation>删除 {deleting} 个 Pod。</translation>
    </message>
    <message>
        <source>It is for no node that is there.</source>
        <translation>现有节点都不适用。</translation>
    </message>
    <message>
        <source>Keeps a pod of each DaemonSet on every node that it is for</source>
        <translation>在每个适用的节点上保持各 DaemonSet 的一个 Pod</translation>
    </message>
    <message>
        <source>bytes, or 4Gi</source>
        <translation>字节数，或 4Gi</translation>
    </message>
    <message>
        <source>for example 30s</source>
        <translation>例如 30s</translation>
    </message>
    <message>
        <source>for example 40s</source>
        <translation>例如 40s</translation>
    </message>
    <message>
        <source>for example 5s</source>
        <translation>例如 5s</translation>
    </message>
    <message>
        <source>required: registry/kubemark:tag</source>
        <translation>必填：registry/kubemark:tag</translation>
    </message>
    <message>
        <source>set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>{available} of {desired} nodes have an available pod.</source>
        <translation>{desired} 个节点中有 {available} 个有可用的 Pod。</translation>
    </message>
    <message>
        <source>{old} pods are of an earlier template, and stay until somebody deletes them.</source>
        <translation>{old} 个 Pod 属于较早的模板，在有人删除之前会保留。</translation>
    </message>
    <message>
        <source>{old} pods are of an earlier template; they are replaced, {missing} at a time.</source>
        <translation>{old} 个 Pod 属于较早的模板；将逐步替换，每次 {missing} 个。</translation>
    </message>
    <message>
        <source>How many pods are needed can&apos;t be told: {problem}.</source>
        <translation>无法得知需要多少个 Pod：{problem}。</translation>
    </message>
    <message>
        <source>Its target wants no pods at all: that is left so.</source>
        <translation>其目标不需要任何 Pod：保持不变。</translation>
    </message>
    <message>
        <source>Scales from {replicas} to {wanted} pods: {why}.</source>
        <translation>从 {replicas} 个 Pod 调整到 {wanted} 个：{why}。</translation>
    </message>
    <message>
        <source>There is no {target} that can be scaled.</source>
        <translation>没有可调整的 {target}。</translation>
    </message>
    <message>
        <source>{replicas} pods are as many as are needed: {use}.</source>
        <translation>{replicas} 个 Pod 正好够用：{use}。</translation>
    </message>
    <message>
        <source>{wanted} pods would do instead of {replicas}: {use}. Scales at {until}.</source>
        <translation>只需 {wanted} 个 Pod（现为 {replicas} 个）：{use}。将在 {until} 调整。</translation>
    </message>
    <message>
        <source>Creates {creating} pods.</source>
        <translation>创建 {creating} 个 Pod。</translation>
    </message>
    <message>
        <source>Gives workloads as many pods as their use of CPU and memory asks for</source>
        <translation>按 CPU 和内存的用量决定工作负载的 Pod 数量</translation>
    </message>
    <message>
        <source>Keeps the numbered pods of each StatefulSet, and makes their claims</source>
        <translation>维护每个 StatefulSet 的编号 Pod，并创建其存储声明</translation>
    </message>
    <message>
        <source>Pod {pod} has to be available, or gone, before the next one is looked at.</source>
        <translation>Pod {pod} 可用或消失之后，才轮到下一个。</translation>
    </message>
    <message>
        <source>{old} pods are of an earlier template, and stay so.</source>
        <translation>{old} 个 Pod 来自较早的模板，保持不变。</translation>
    </message>
    <message>
        <source>Waits for pods that are not ready, or have to go, {pod} among them.</source>
        <translation>等待尚未就绪或必须离开的 Pod，其中有 {pod}。</translation>
    </message>
    <message>
        <source>&amp;Boot</source>
        <translation>启动(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Provider errors</source>
        <translation>提供商错误(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Recipe</source>
        <translation>配方(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Zone</source>
        <translation>区域(&amp;Z)</translation>
    </message>
    <message>
        <source>A job is due since {due}, but {job} still runs, and none may run beside it.</source>
        <translation>自 {due} 起有 Job 到期，但 {job} 仍在运行，且不允许并行运行。</translation>
    </message>
    <message>
        <source>It is being deleted; its jobs follow by garbage collection.</source>
        <translation>正在删除；其 Job 随后由垃圾回收处理。</translation>
    </message>
    <message>
        <source>Job {job} is due since {due}, and is made.</source>
        <translation>Job {job} 自 {due} 起到期，正在创建。</translation>
    </message>
    <message>
        <source>Makes the Jobs of each CronJob when they are due</source>
        <translation>在到期时创建每个 CronJob 的 Job</translation>
    </message>
    <message>
        <source>No job is made: {problem}.</source>
        <translation>不创建 Job：{problem}。</translation>
    </message>
    <message>
        <source>Re&amp;gion</source>
        <translation>地域(&amp;G)</translation>
    </message>
    <message>
        <source>Suspended: no job is made.</source>
        <translation>已挂起：不创建 Job。</translation>
    </message>
    <message>
        <source>The job that was due at {due} is too late and is left out.</source>
        <translation>{due} 到期的 Job 已过时限，被跳过。</translation>
    </message>
    <message>
        <source>The next job is made at {next}.</source>
        <translation>下一个 Job 将于 {next} 创建。</translation>
    </message>
    <message>
        <source>The schedule &quot;{schedule}&quot; names no moment of the next five years.</source>
        <translation>计划“{schedule}”在未来五年内没有任何时刻。</translation>
    </message>
    <message>
        <source>for example 40s, 20s..60s, never</source>
        <translation>例如 40s、20s..60s、never</translation>
    </message>
    <message>
        <source>for example create 30% quota; delete 2 times</source>
        <translation>例如 create 30% quota; delete 2 times</translation>
    </message>
    <message>
        <source>for example europe</source>
        <translation>例如 europe</translation>
    </message>
    <message>
        <source>for example silent after 5m for 30s</source>
        <translation>例如 silent after 5m for 30s</translation>
    </message>
    <message>
        <source>for example zone-a</source>
        <translation>例如 zone-a</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: it will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {allowed} 台，将有 {unhealthy} 台不健康：{when}替换它。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: all {replaced} will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {allowed} 台，将有 {unhealthy} 台不健康：{when}将 {replaced} 台全部替换。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: {replaced} will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {allowed} 台，将有 {unhealthy} 台不健康：{when}替换 {replaced} 台。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: it will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {expected} 台的 {percent} = {allowed} 台，将有 {unhealthy} 台不健康：{when}替换它。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: all {replaced} will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {expected} 台的 {percent} = {allowed} 台，将有 {unhealthy} 台不健康：{when}将 {replaced} 台全部替换。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: {replaced} will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {expected} 台的 {percent} = {allowed} 台，将有 {unhealthy} 台不健康：{when}替换 {replaced} 台。</translation>
    </message>
    <message>
        <source>once that is noticed</source>
        <translation>一经发现便</translation>
    </message>
    <message>
        <source>{time} after that is noticed</source>
        <translation>发现 {time} 后</translation>
    </message>
    <message>
        <source>1 has a health timeout of its own: it is given up when that is over.</source>
        <translation>1 台有自己的健康超时：到时会被放弃。</translation>
    </message>
    <message>
        <source>1 is selected by no health check and stays as it is.</source>
        <translation>1 台没有被任何健康检查选中，保持原样。</translation>
    </message>
    <message>
        <source>Scheduling is blocked due to non-empty scheduling gates.</source>
        <translation>存在未清除的调度门控，调度被阻止。</translation>
    </message>
    <message>
        <source>No pod with an address matches its selector.</source>
        <translation>没有带地址的 Pod 匹配其选择器。</translation>
    </message>
    <message>
        <source>The service is being deleted; its endpoints follow.</source>
        <translation>该 Service 正在删除；其 Endpoints 随后删除。</translation>
    </message>
    <message>
        <source>The service is gone, and its endpoints with it.</source>
        <translation>该 Service 已不存在，其 Endpoints 也随之删除。</translation>
    </message>
    <message>
        <source>The service selects no pods: somebody else says who answers for it.</source>
        <translation>该 Service 不选择任何 Pod：由谁应答由别人指定。</translation>
    </message>
    <message>
        <source>{ready} of {pods} pods are ready to answer for it.</source>
        <translation>{pods} 个 Pod 中有 {ready} 个已就绪，可以应答。</translation>
    </message>
    <message>
        <source>Tells which pods answer for each Service</source>
        <translation>说明由哪些 Pod 应答各个 Service</translation>
    </message>
    <message>
        <source>{revision} is the name of another revision; looks for another name.</source>
        <translation>{revision} 已是另一个修订版本的名称；将另寻名称。</translation>
    </message>
    <message>
        <source>Changed {object}</source>
        <translation>已更改 {object}</translation>
    </message>
    <message>
        <source>MachineSet {machineSet} exists already</source>
        <translation>MachineSet {machineSet} 已存在</translation>
    </message>
    <message>
        <source>One step further</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>a real cluster keeps its own time</source>
        <translation>真实集群有自己的时间</translation>
    </message>
    <message>
        <source>no scenario runs</source>
        <translation>没有正在运行的场景</translation>
    </message>
    <message>
        <source>only hollow nodes can be told to fail, not &quot;{node}&quot;</source>
        <translation>只有空心节点可以按命令失效，“{node}”不行</translation>
    </message>
    <message>
        <source>the cluster&apos;s Infrastructure names the platform {platform}, whose own machine controllers act here; only kubemark is ours</source>
        <translation>集群的 Infrastructure 指明平台为 {platform}，由该平台自己的机器控制器在此工作；只有 kubemark 归我们管</translation>
    </message>
    <message>
        <source>the scenario can&apos;t be read: {problem}</source>
        <translation>无法读取场景：{problem}</translation>
    </message>
    <message>
        <source>the scenario of the command line is not over yet</source>
        <translation>命令行的场景尚未结束</translation>
    </message>
    <message>
        <source>there is no hollow node in zone &quot;{zone}&quot;</source>
        <translation>区域“{zone}”中没有空心节点</translation>
    </message>
    <message>
        <source>there is no node &quot;{node}&quot;</source>
        <translation>没有节点“{node}”</translation>
    </message>
    <message>
        <source>there is no {object} with a provider config</source>
        <translation>没有带提供商配置的 {object}</translation>
    </message>
    <message>
        <source>Binds claims to volumes, and makes hollow ones for them</source>
        <translation>将声明绑定到卷，并为其创建空心卷</translation>
    </message>
    <message>
        <source>Binds the claim to volume {volume}.</source>
        <translation>将该声明绑定到卷 {volume}。</translation>
    </message>
    <message>
        <source>Creates {creating} of the {missing} pods that nodes are to get.</source>
        <translation>创建节点应有的 {missing} 个 Pod 中的 {creating} 个。</translation>
    </message>
    <message>
        <source>It is being deleted.</source>
        <translation>正在删除。</translation>
    </message>
    <message>
        <source>Makes the hollow volume {volume}.</source>
        <translation>创建空心卷 {volume}。</translation>
    </message>
    <message>
        <source>No volume is as the claim asks for, and no class makes one.</source>
        <translation>没有符合该声明要求的卷，也没有存储类可以创建。</translation>
    </message>
    <message>
        <source>The claim is bound to volume {volume}.</source>
        <translation>该声明已绑定到卷 {volume}。</translation>
    </message>
    <message>
        <source>The claim names no class, and gets the default one, {class}.</source>
        <translation>该声明未指定存储类，将使用默认类 {class}。</translation>
    </message>
    <message>
        <source>The claim names the volume {volume}, which is not there, or another claim&apos;s.</source>
        <translation>该声明指定的卷 {volume} 不存在，或属于其他声明。</translation>
    </message>
    <message>
        <source>The claim {claim} is gone, and the hollow volume goes too.</source>
        <translation>声明 {claim} 已不存在，空心卷也将删除。</translation>
    </message>
    <message>
        <source>The claim {claim} is gone; the volume is kept.</source>
        <translation>声明 {claim} 已不存在；该卷予以保留。</translation>
    </message>
    <message>
        <source>The set is being deleted; its pods follow by garbage collection, and claims that belong to it.</source>
        <translation>该集合正在删除；其 Pod 及归属于它的声明将随垃圾回收删除。</translation>
    </message>
    <message>
        <source>The volume is bound to claim {claim}.</source>
        <translation>该卷已绑定到声明 {claim}。</translation>
    </message>
    <message>
        <source>The volume waits for a claim.</source>
        <translation>该卷正在等待声明。</translation>
    </message>
    <message>
        <source>The volume {volume} of the claim is gone, or another claim&apos;s.</source>
        <translation>该声明的卷 {volume} 已不存在，或属于其他声明。</translation>
    </message>
    <message>
        <source>There is no class {class}.</source>
        <translation>存储类 {class} 不存在。</translation>
    </message>
    <message>
        <source>Waits for a pod that needs it: its node is chosen first.</source>
        <translation>等待需要它的 Pod：先选定该 Pod 的节点。</translation>
    </message>
    <message>
        <source>Waits for the pod&apos;s volumes, which are made for node {node}.</source>
        <translation>等待为节点 {node} 创建的 Pod 卷。</translation>
    </message>
    <message>
        <source>Waits for {provisioner} to make a volume.</source>
        <translation>等待 {provisioner} 创建卷。</translation>
    </message>
    <message>
        <source>&quot;proxy-url&quot; is not an http, https or socks5 address</source>
        <translation>“proxy-url”不是 http、https 或 socks5 地址</translation>
    </message>
    <message>
        <source>&quot;tokenFile&quot; is {file}, outside the folder of the kubeconfig: it was not read, since what stands in it would be sent to the server. If you know why it is needed, allow it once with --allow-file {file}</source>
        <translation>“tokenFile”是 {file}，位于 kubeconfig 的文件夹之外：未读取它，因为其中的内容会发送给服务器。如果清楚为何需要它，可用 --allow-file {file} 允许一次</translation>
    </message>
    <message>
        <source>&quot;{list}&quot; has two entries named &quot;{name}&quot;</source>
        <translation>“{list}”中有两项名为“{name}”</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is neither true nor false</source>
        <translation>“{member}”既不是 true 也不是 false</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not a list</source>
        <translation>“{member}”不是列表</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not a list of texts</source>
        <translation>“{member}”不是文本列表</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not a text</source>
        <translation>“{member}”不是文本</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not base64</source>
        <translation>“{member}”不是 base64</translation>
    </message>
    <message>
        <source>&quot;{member}&quot; is not in PEM form</source>
        <translation>“{member}”不是 PEM 格式</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is not the name of a namespace</source>
        <translation>“{name}”不是命名空间的名称</translation>
    </message>
    <message>
        <source>&quot;{server}&quot; is not an https:// address</source>
        <translation>“{server}”不是 https:// 地址</translation>
    </message>
    <message>
        <source>A node falls silent: no status, no lease. Nobody says that it is broken, so the node controller has to find out, after its grace period: 8 seconds at demo pace, 40 in Kubernetes. Then the health check has the machine replaced.</source>
        <translation>一个节点没有了动静：没有状态，没有租约。没有人说它已失效，因此节点控制器必须在宽限期之后自行发现：演示速度下 8 秒，Kubernetes 中 40 秒。随后健康检查让机器被替换。</translation>
    </message>
    <message>
        <source>Five seconds later nobody has noticed.</source>
        <translation>五秒后还没有人发现。</translation>
    </message>
    <message>
        <source>It gets the finalizer that keeps it while it is used.</source>
        <translation>为其加上 finalizer，使用期间将予以保留。</translation>
    </message>
    <message>
        <source>It goes once the claim {claim} is gone, to which it is bound.</source>
        <translation>它所绑定的声明 {claim} 消失后，它才会被删除。</translation>
    </message>
    <message>
        <source>It goes once the pod {pod} is gone, which uses it.</source>
        <translation>使用它的 Pod {pod} 消失后，它才会被删除。</translation>
    </message>
    <message>
        <source>The job is left to {manager}, which it names.</source>
        <translation>该 Job 交由其指定的 {manager} 处理。</translation>
    </message>
    <message>
        <source>Three of three again. From Unknown to recovered it took less than a minute; add the grace period before.</source>
        <translation>又是三台中的三台。从 Unknown 到恢复不到一分钟；再加上之前的宽限期。</translation>
    </message>
    <message>
        <source>a client certificate and its key must be given together</source>
        <translation>客户端证书及其密钥必须同时给出</translation>
    </message>
    <message>
        <source>a server whose certificate is checked</source>
        <translation>检查其证书的服务器</translation>
    </message>
    <message>
        <source>a server whose certificate is not checked</source>
        <translation>不检查其证书的服务器</translation>
    </message>
    <message>
        <source>active {count}</source>
        <translation>活动 {count}</translation>
    </message>
    <message>
        <source>an entry of &quot;{list}&quot; has no name</source>
        <translation>“{list}”中有一项没有名称</translation>
    </message>
    <message>
        <source>an object is of no kind</source>
        <translation>有一个对象不属于任何种类</translation>
    </message>
    <message>
        <source>another certificate authority</source>
        <translation>另一个证书颁发机构</translation>
    </message>
    <message>
        <source>another cluster answers than at first: nothing is written to it</source>
        <translation>应答的集群与最初的不同：不向其写入任何内容</translation>
    </message>
    <message>
        <source>another command to log in with ({command})</source>
        <translation>另一个登录命令（{command}）</translation>
    </message>
    <message>
        <source>another name in the server&apos;s certificate</source>
        <translation>服务器证书中的另一个名称</translation>
    </message>
    <message>
        <source>another program has this lab open ({file} is locked)</source>
        <translation>另一个程序已打开此实验室（{file} 已锁定）</translation>
    </message>
    <message>
        <source>another proxy</source>
        <translation>另一个代理</translation>
    </message>
    <message>
        <source>another server ({server} instead of {before})</source>
        <translation>另一个服务器（{server}，而非 {before}）</translation>
    </message>
    <message>
        <source>apply {objects}</source>
        <translation>应用 {objects}</translation>
    </message>
    <message>
        <source>as-uid, as-groups and as-user-extra need &quot;as&quot;</source>
        <translation>as-uid、as-groups 和 as-user-extra 需要“as”</translation>
    </message>
    <message>
        <source>assert {conditions}</source>
        <translation>断言 {conditions}</translation>
    </message>
    <message>
        <source>at least {number}</source>
        <translation>至少 {number}</translation>
    </message>
    <message>
        <source>at most {number}</source>
        <translation>至多 {number}</translation>
    </message>
    <message>
        <source>can&apos;t copy {file} to look at it: {problem}</source>
        <translation>无法复制 {file} 以供查看：{problem}</translation>
    </message>
    <message>
        <source>can&apos;t make the directory {folder}: {problem}</source>
        <translation>无法创建目录 {folder}：{problem}</translation>
    </message>
    <message>
        <source>can&apos;t move {file} aside: {problem}</source>
        <translation>无法将 {file} 另行存放：{problem}</translation>
    </message>
    <message>
        <source>cannot look at the lab&apos;s database {file}: {problem}</source>
        <translation>无法查看实验室的数据库 {file}：{problem}</translation>
    </message>
    <message>
        <source>cannot open the lab&apos;s database {file}: {problem}</source>
        <translation>无法打开实验室的数据库 {file}：{problem}</translation>
    </message>
    <message>
        <source>cannot open {file}: {problem}</source>
        <translation>无法打开 {file}：{problem}</translation>
    </message>
    <message>
        <source>cluster &quot;{name}&quot; in {file}: {problem}</source>
        <translation>{file} 中的集群“{name}”：{problem}</translation>
    </message>
    <message>
        <source>context &quot;{name}&quot; in {file}: {problem}</source>
        <translation>{file} 中的上下文“{name}”：{problem}</translation>
    </message>
    <message>
        <source>delete {object}</source>
        <translation>删除 {object}</translation>
    </message>
    <message>
        <source>ended as {outcome}</source>
        <translation>结束为 {outcome}</translation>
    </message>
    <message>
        <source>expected {count}</source>
        <translation>预期 {count}</translation>
    </message>
    <message>
        <source>failed {count}</source>
        <translation>失败 {count}</translation>
    </message>
    <message>
        <source>fault: {target} {recipe}</source>
        <translation>故障：{target} {recipe}</translation>
    </message>
    <message>
        <source>heal {target}</source>
        <translation>恢复 {target}</translation>
    </message>
    <message>
        <source>health check {check}: {counts}</source>
        <translation>健康检查 {check}：{counts}</translation>
    </message>
    <message>
        <source>healthy {count}</source>
        <translation>健康 {count}</translation>
    </message>
    <message>
        <source>insecure-skip-tls-verify contradicts the certificate authority that is given</source>
        <translation>insecure-skip-tls-verify 与给出的证书颁发机构相矛盾</translation>
    </message>
    <message>
        <source>it is empty, though revisions up to {revision} were on disk here</source>
        <translation>它是空的，尽管此处磁盘上曾有直到 {revision} 的修订</translation>
    </message>
    <message>
        <source>it is missing or empty, though its write-ahead log {log} is there</source>
        <translation>它缺失或为空，尽管其预写日志 {log} 仍在</translation>
    </message>
    <message>
        <source>job {job}: {counts}</source>
        <translation>Job {job}：{counts}</translation>
    </message>
    <message>
        <source>lab disk full: there is no room in {folder}, nothing more is written</source>
        <translation>实验室磁盘已满：{folder} 中没有空间，不再写入任何内容</translation>
    </message>
    <message>
        <source>lab disk full: there is no room in {folder}, only what is deleted is still written</source>
        <translation>实验室磁盘已满：{folder} 中没有空间，只写入删除操作</translation>
    </message>
    <message>
        <source>logs in through the command {command}. It was not run; if you trust it, allow it once with --allow-exec</source>
        <translation>通过命令 {command} 登录。未运行它；如果信任它，可用 --allow-exec 允许一次</translation>
    </message>
    <message>
        <source>machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>more than one authentication method: a token and a password</source>
        <translation>身份验证方式多于一种：令牌和密码</translation>
    </message>
    <message>
        <source>no cluster is named</source>
        <translation>未指定集群</translation>
    </message>
    <message>
        <source>no command to log in with</source>
        <translation>无登录命令</translation>
    </message>
    <message>
        <source>no controller is switched on: nothing is changed on {cluster}</source>
        <translation>没有打开任何控制器：不更改 {cluster} 上的任何内容</translation>
    </message>
    <message>
        <source>no server is named</source>
        <translation>未指定服务器</translation>
    </message>
    <message>
        <source>nobody who may write to {cluster} has asked for this</source>
        <translation>没有可写入 {cluster} 的一方要求此操作</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>not valid YAML at line {line}, column {column}: {problem}</source>
        <translation>第 {line} 行第 {column} 列不是有效的 YAML：{problem}</translation>
    </message>
    <message>
        <source>object {number} ({kind} &quot;{name}&quot;): {problem}</source>
        <translation>第 {number} 个对象（{kind}“{name}”）：{problem}</translation>
    </message>
    <message>
        <source>pods</source>
        <translation>Pod</translation>
    </message>
    <message>
        <source>remediations allowed {count}</source>
        <translation>允许的修复 {count}</translation>
    </message>
    <message>
        <source>scale {set} to {replicas}</source>
        <translation>将 {set} 扩缩到 {replicas}</translation>
    </message>
    <message>
        <source>succeeded {count}</source>
        <translation>成功 {count}</translation>
    </message>
    <message>
        <source>the answer does not come to its end</source>
        <translation>响应始终没有结束</translation>
    </message>
    <message>
        <source>the auth provider &quot;{name}&quot; is not supported</source>
        <translation>不支持身份验证提供程序“{name}”</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; is not installed</source>
        <translation>命令“{command}”未安装</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; is not installed: {hint}</source>
        <translation>命令“{command}”未安装：{hint}</translation>
    </message>
    <message>
        <source>the context {context} names {change}</source>
        <translation>上下文 {context} 指定了{change}</translation>
    </message>
    <message>
        <source>the file contains NUL bytes</source>
        <translation>文件包含 NUL 字节</translation>
    </message>
    <message>
        <source>the file is larger than {bytes} bytes</source>
        <translation>文件大于 {bytes} 字节</translation>
    </message>
    <message>
        <source>the file is not UTF-8</source>
        <translation>文件不是 UTF-8 编码</translation>
    </message>
    <message>
        <source>the file is not shaped like a token, it is not used</source>
        <translation>文件不像令牌，未予使用</translation>
    </message>
    <message>
        <source>the lab cannot listen on 127.0.0.1:{port}: {problem}</source>
        <translation>实验室无法在 127.0.0.1:{port} 上监听：{problem}</translation>
    </message>
    <message>
        <source>the lab cannot write to its disk: {problem}</source>
        <translation>实验室无法写入其磁盘：{problem}</translation>
    </message>
    <message>
        <source>the lab&apos;s database {file} is damaged: {problem}</source>
        <translation>实验室的数据库 {file} 已损坏：{problem}</translation>
    </message>
    <message>
        <source>the revision counter is missing</source>
        <translation>缺少修订计数器</translation>
    </message>
    <message>
        <source>the revision counter is wrong</source>
        <translation>修订计数器有误</translation>
    </message>
    <message>
        <source>the scenario is over: nothing is changed on {cluster}</source>
        <translation>场景已结束：不更改 {cluster} 上的任何内容</translation>
    </message>
    <message>
        <source>the server did not answer in time</source>
        <translation>服务器未及时响应</translation>
    </message>
    <message>
        <source>the server ends every watch at once</source>
        <translation>服务器立即结束每个监视</translation>
    </message>
    <message>
        <source>the server sends nothing</source>
        <translation>服务器不发送任何内容</translation>
    </message>
    <message>
        <source>the server&apos;s address must not hold a user or password</source>
        <translation>服务器地址中不得包含用户名或密码</translation>
    </message>
    <message>
        <source>there is no cluster &quot;{name}&quot;</source>
        <translation>没有集群“{name}”</translation>
    </message>
    <message>
        <source>there is no kubeconfig; looked for {files}</source>
        <translation>没有 kubeconfig；已查找 {files}</translation>
    </message>
    <message>
        <source>there is no lab at {folder} to look at</source>
        <translation>{folder} 中没有可查看的实验室</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>没有此文件</translation>
    </message>
    <message>
        <source>there is no user &quot;{name}&quot;</source>
        <translation>没有用户“{name}”</translation>
    </message>
    <message>
        <source>this is not a kubeconfig</source>
        <translation>这不是 kubeconfig</translation>
    </message>
    <message>
        <source>this is not a regular file</source>
        <translation>这不是普通文件</translation>
    </message>
    <message>
        <source>user &quot;{name}&quot; in {file}: {problem}</source>
        <translation>{file} 中的用户“{name}”：{problem}</translation>
    </message>
    <message>
        <source>wait until {conditions} (within {time})</source>
        <translation>等待，直到 {conditions}（{time} 内）</translation>
    </message>
    <message>
        <source>wait {time}</source>
        <translation>等待 {time}</translation>
    </message>
    <message>
        <source>{change}, {others}</source>
        <translation>{change}，{others}</translation>
    </message>
    <message>
        <source>{condition}, {others}</source>
        <translation>{condition}，{others}</translation>
    </message>
    <message>
        <source>{condition}; {others}</source>
        <translation>{condition}；{others}</translation>
    </message>
    <message>
        <source>{count} episode</source>
        <translation>{count} 次恢复</translation>
    </message>
    <message>
        <source>{count} episodes</source>
        <translation>{count} 次恢复</translation>
    </message>
    <message>
        <source>{files}: no context is the current one; there are {contexts}</source>
        <translation>{files}：没有当前上下文；现有 {contexts}</translation>
    </message>
    <message>
        <source>{files}: there are no contexts</source>
        <translation>{files}：没有任何上下文</translation>
    </message>
    <message>
        <source>{files}: there is no context &quot;{context}&quot;; there are {contexts}</source>
        <translation>{files}：没有上下文“{context}”；现有 {contexts}</translation>
    </message>
    <message>
        <source>{file} is not a lab&apos;s database</source>
        <translation>{file} 不是实验室的数据库</translation>
    </message>
    <message>
        <source>{file} was deleted or replaced while the lab was running: nothing more is kept. Put the files back, or start the lab again.</source>
        <translation>{file} 在实验室运行期间被删除或替换：不再保存任何内容。请放回文件，或重新启动实验室。</translation>
    </message>
    <message>
        <source>{file} was written by a newer program (schema {version}, this one knows {known})</source>
        <translation>{file} 由更新的程序写入（模式 {version}，此程序只认识 {known}）</translation>
    </message>
    <message>
        <source>{file}: {problem}</source>
        <translation>{file}：{problem}</translation>
    </message>
    <message>
        <source>{folder}: the directory cannot be made</source>
        <translation>{folder}：无法创建此目录</translation>
    </message>
    <message>
        <source>{kind}: {problem}</source>
        <translation>{kind}：{problem}</translation>
    </message>
    <message>
        <source>{object} exists</source>
        <translation>{object} 存在</translation>
    </message>
    <message>
        <source>{object} is gone</source>
        <translation>{object} 已消失</translation>
    </message>
    <message>
        <source>{set} complete, all Ready</source>
        <translation>{set} 完整，全部 Ready</translation>
    </message>
    <message>
        <source>{state} {what}</source>
        <translation>{state} {what}</translation>
    </message>
    <message>
        <source>{what} of {owner}</source>
        <translation>{owner} 的{what}</translation>
    </message>
    <message>
        <source>{what} within {time}</source>
        <translation>{time} 内{what}</translation>
    </message>
    <message>
        <source>{what} {outcome}</source>
        <translation>{what} {outcome}</translation>
    </message>
    <message>
        <source>{what}: {count}</source>
        <translation>{what}：{count}</translation>
    </message>
    <message>
        <source>The history could not be read ({problem}). It is kept in {file}, and a new one begins.</source>
        <translation>无法读取历史（{problem}）。它保留在 {file} 中，并开始新的历史。</translation>
    </message>
    <message>
        <source>The lab has new credentials, since those in {file} {problem}. Whoever still has the old ones, as in a kubeconfig that was copied elsewhere, is refused: copy the lab&apos;s kubeconfig again.</source>
        <translation>实验室有了新的凭据，因为 {file} 中的凭据{problem}。仍持有旧凭据者（例如复制到别处的 kubeconfig）会被拒绝：请重新复制实验室的 kubeconfig。</translation>
    </message>
    <message>
        <source>The lab has new credentials, since those in {file} {problem}. Whoever still has the old ones, as in a kubeconfig that was copied elsewhere, is refused: copy the lab&apos;s kubeconfig again. They are kept beside the new ones, as {copy}.</source>
        <translation>实验室有了新的凭据，因为 {file} 中的凭据{problem}。仍持有旧凭据者（例如复制到别处的 kubeconfig）会被拒绝：请重新复制实验室的 kubeconfig。旧凭据保留在新凭据旁，名为 {copy}。</translation>
    </message>
    <message>
        <source>The timeline could not be read ({problem}). It is kept in {file}, and a new one begins.</source>
        <translation>无法读取时间线（{problem}）。它保留在 {file} 中，并开始新的时间线。</translation>
    </message>
    <message>
        <source>The timeline is not kept: {problem}</source>
        <translation>时间线未被保存：{problem}</translation>
    </message>
    <message>
        <source>a block of the history is cut off</source>
        <translation>历史的一个块被截断</translation>
    </message>
    <message>
        <source>a block of the history is damaged</source>
        <translation>历史的一个块已损坏</translation>
    </message>
    <message>
        <source>a client certificate and its key must come together</source>
        <translation>客户端证书及其密钥必须一同给出</translation>
    </message>
    <message>
        <source>a new lab begins: revisions up to {revision} were on disk here, in files that are gone</source>
        <translation>开始新的实验室：此处磁盘上曾有直到 {revision} 的修订，所在的文件已不存在</translation>
    </message>
    <message>
        <source>acting as a member of more than one group is not supported</source>
        <translation>不支持以多个组的成员身份操作</translation>
    </message>
    <message>
        <source>after {time}</source>
        <translation>{time} 后</translation>
    </message>
    <message>
        <source>an object of {collection}, by its name {object}, stored at revision {revision}, cannot be read and is set aside: {problem}</source>
        <translation>{collection} 的一个对象（名称为 {object}，存储于修订 {revision}）无法读取，已搁置：{problem}</translation>
    </message>
    <message>
        <source>an object of {collection}, stored at revision {revision}, cannot be read and is set aside: {problem}</source>
        <translation>{collection} 的一个对象（存储于修订 {revision}）无法读取，已搁置：{problem}</translation>
    </message>
    <message>
        <source>an object without a name</source>
        <translation>对象没有名称</translation>
    </message>
    <message>
        <source>another object has its name</source>
        <translation>另一个对象已有此名称</translation>
    </message>
    <message>
        <source>are damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>are missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>are no file</source>
        <translation>不是文件</translation>
    </message>
    <message>
        <source>can&apos;t serve metrics on 127.0.0.1:{port}: {problem}</source>
        <translation>无法在 127.0.0.1:{port} 上提供指标：{problem}</translation>
    </message>
    <message>
        <source>comes back {when}, before health check {check} acts</source>
        <translation>{when}恢复，早于健康检查 {check} 采取行动</translation>
    </message>
    <message>
        <source>could be read by others</source>
        <translation>可被他人读取</translation>
    </message>
    <message>
        <source>deleted {objects}</source>
        <translation>已删除 {objects}</translation>
    </message>
    <message>
        <source>exec: &quot;{member}&quot; is not a list of texts</source>
        <translation>exec：“{member}”不是文本列表</translation>
    </message>
    <message>
        <source>exec: interactiveMode must be Never, IfAvailable or Always</source>
        <translation>exec：interactiveMode 必须是 Never、IfAvailable 或 Always</translation>
    </message>
    <message>
        <source>exec: no command is named</source>
        <translation>exec：未指定命令</translation>
    </message>
    <message>
        <source>exec: the apiVersion &quot;{version}&quot; is neither {newer} nor {older}</source>
        <translation>exec：apiVersion“{version}”既不是 {newer} 也不是 {older}</translation>
    </message>
    <message>
        <source>exec: the command &quot;{command}&quot; wants to ask questions in a terminal (interactiveMode: Always); there is none</source>
        <translation>exec：命令“{command}”要在终端中提问（interactiveMode: Always）；这里没有终端</translation>
    </message>
    <message>
        <source>expected {expected} within {time}; found {found}</source>
        <translation>预期在 {time} 内 {expected}；实际 {found}</translation>
    </message>
    <message>
        <source>expected {expected}; found {found}</source>
        <translation>预期 {expected}；实际 {found}</translation>
    </message>
    <message>
        <source>have ended, or end soon</source>
        <translation>已过期或即将过期</translation>
    </message>
    <message>
        <source>holds</source>
        <translation>成立</translation>
    </message>
    <message>
        <source>insecure-skip-tls-verify would let anybody pose as this cluster and is not followed: name its certificate authority</source>
        <translation>insecure-skip-tls-verify 会让任何人都能冒充该集群，因此不予采用：请指定其证书颁发机构</translation>
    </message>
    <message>
        <source>it bears another revision</source>
        <translation>它带有另一个修订号</translation>
    </message>
    <message>
        <source>it can&apos;t be opened</source>
        <translation>无法打开它</translation>
    </message>
    <message>
        <source>it ends at revision {revision} although revisions up to {written} were on disk: what came between is lost</source>
        <translation>它止于修订 {revision}，尽管磁盘上曾有直到 {written} 的修订：其间的内容已丢失</translation>
    </message>
    <message>
        <source>it ends at revision {revision} although revisions up to {written} were on disk: what came between is lost (its write-ahead log is kept as {log})</source>
        <translation>它止于修订 {revision}，尽管磁盘上曾有直到 {written} 的修订：其间的内容已丢失（其预写日志保留为 {log}）</translation>
    </message>
    <message>
        <source>it has no {part}</source>
        <translation>它没有 {part}</translation>
    </message>
    <message>
        <source>it holds neither a token nor a client certificate</source>
        <translation>它既不含令牌也不含客户端证书</translation>
    </message>
    <message>
        <source>it is no ExecCredential</source>
        <translation>它不是 ExecCredential</translation>
    </message>
    <message>
        <source>its apiVersion is not {version}</source>
        <translation>其 apiVersion 不是 {version}</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>其校验和有误</translation>
    </message>
    <message>
        <source>its expirationTimestamp is no time</source>
        <translation>其 expirationTimestamp 不是时间</translation>
    </message>
    <message>
        <source>leaves it alone: its fault ends in {time}, before the wait is over</source>
        <translation>不处理：其故障将在 {time} 后结束，早于等待期满</translation>
    </message>
    <message>
        <source>no lab has this {part}</source>
        <translation>没有实验室含有此 {part}</translation>
    </message>
    <message>
        <source>nothing is kept of that time</source>
        <translation>未保存那段时间的任何内容</translation>
    </message>
    <message>
        <source>nothing is kept of the past</source>
        <translation>未保存任何过去的内容</translation>
    </message>
    <message>
        <source>on {nodes}</source>
        <translation>于 {nodes}</translation>
    </message>
    <message>
        <source>proxies that are reached over https are not supported</source>
        <translation>不支持通过 https 访问的代理</translation>
    </message>
    <message>
        <source>the answer is cut off or damaged: {problem}</source>
        <translation>响应被截断或已损坏：{problem}</translation>
    </message>
    <message>
        <source>the certificate authority cannot be read</source>
        <translation>无法读取证书颁发机构</translation>
    </message>
    <message>
        <source>the client certificate cannot be read</source>
        <translation>无法读取客户端证书</translation>
    </message>
    <message>
        <source>the client key cannot be read; RSA and EC keys are supported</source>
        <translation>无法读取客户端密钥；支持 RSA 和 EC 密钥</translation>
    </message>
    <message>
        <source>the client key is encrypted; this is not supported</source>
        <translation>客户端密钥已加密；不支持加密的密钥</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; cannot be started: {problem}</source>
        <translation>无法启动命令“{command}”：{problem}</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; did not end in time</source>
        <translation>命令“{command}”未及时结束</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; failed</source>
        <translation>命令“{command}”失败</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; failed: {problem}</source>
        <translation>命令“{command}”失败：{problem}</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; gave no credential: {problem}</source>
        <translation>命令“{command}”未给出凭据：{problem}</translation>
    </message>
    <message>
        <source>the command &quot;{command}&quot; printed more than {bytes} bytes</source>
        <translation>命令“{command}”输出超过 {bytes} 字节</translation>
    </message>
    <message>
        <source>the history is not kept: {problem}</source>
        <translation>历史未被保存：{problem}</translation>
    </message>
    <message>
        <source>the server redirects to {server}; redirects are not followed</source>
        <translation>服务器重定向到 {server}；不跟随重定向</translation>
    </message>
    <message>
        <source>the token is not printable</source>
        <translation>令牌含有不可打印的字符</translation>
    </message>
    <message>
        <source>{file} is not a Hollow Lab timeline</source>
        <translation>{file} 不是 Hollow Lab 的时间线</translation>
    </message>
    <message>
        <source>{file} is not a history of Hollow Lab</source>
        <translation>{file} 不是 Hollow Lab 的历史</translation>
    </message>
    <message>
        <source>{file} was written by a newer Hollow Lab</source>
        <translation>{file} 由更新的 Hollow Lab 写入</translation>
    </message>
    <message>
        <source>{file} was written by a newer Hollow Lab (schema {version}, this one knows {known}); it is left untouched</source>
        <translation>{file} 由更新的 Hollow Lab 写入（模式 {version}，此程序只认识 {known}）；不做改动</translation>
    </message>
    <message>
        <source>{folder}: other users can replace what is made in this directory</source>
        <translation>{folder}：其他用户可以替换在此目录中创建的内容</translation>
    </message>
    <message>
        <source>{folder}: other users can write to the directory; name another, or: chmod go-w {folder}</source>
        <translation>{folder}：其他用户可以写入此目录；请指定另一个，或执行：chmod go-w {folder}</translation>
    </message>
    <message>
        <source>{folder}: the directory belongs to another user</source>
        <translation>{folder}：此目录属于另一个用户</translation>
    </message>
    <message>
        <source>{time} later</source>
        <translation>过了 {time}</translation>
    </message>
    <message>
        <source>A deployment of twenty machines takes over another template. The more machines may be there beside the wanted ones, and the more may be missing, the sooner it is done; what is missing meanwhile is the price.</source>
        <translation>一个由二十台机器组成的部署采用另一个模板。允许多出的机器越多、允许缺少的机器越多，完成得就越快；其间缺少的机器就是代价。</translation>
    </message>
    <message>
        <source>How many machines should a rollout add at once?</source>
        <translation>滚动更新一次应添加多少台机器？</translation>
    </message>
    <message>
        <source>Thirty machines in three zones, whose nodes fail now and then for 5 seconds to 5 minutes; some break for good, and twice a zone is lost for a minute. A short timeout heals soon, and replaces machines that would have come back; a small budget waits while a zone is lost.</source>
        <translation>三个区域中的三十台机器，其节点不时故障 5 秒到 5 分钟；有些永久损坏，且有两次整个区域失联一分钟。较短的超时恢复得快，却会替换本可自行恢复的机器；较小的预算则在区域失联时等待。</translation>
    </message>
    <message>
        <source>Which health check heals best?</source>
        <translation>哪种健康检查恢复效果最好？</translation>
    </message>
    <message>
        <source>1 recovery: {times}.</source>
        <translation>1 次恢复：{times}。</translation>
    </message>
    <message>
        <source>All that happened: {count} facts</source>
        <translation>全部事件：{count} 条</translation>
    </message>
    <message>
        <source>Arrived</source>
        <translation>到达</translation>
    </message>
    <message>
        <source>Belongs to</source>
        <translation>属于</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Failure {number}</source>
        <translation>故障 {number}</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>Hollow nodes boot and fail on command: these times promise nothing about production.</source>
        <translation>空心节点按命令启动和失效：这些时间不代表生产环境。</translation>
    </message>
    <message>
        <source>Keeps as many pods as each ReplicaSet and ReplicationController wants</source>
        <translation>使 Pod 数量符合每个 ReplicaSet 和 ReplicationController 的要求</translation>
    </message>
    <message>
        <source>No node failed.</source>
        <translation>没有节点失效。</translation>
    </message>
    <message>
        <source>Nodes by health</source>
        <translation>按健康状况统计的节点</translation>
    </message>
    <message>
        <source>NotReady → set complete again: {time}.</source>
        <translation>NotReady → 机器集重新完整：{time}。</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Old machine gone {time} after its deletion was asked for (not on the critical path).</source>
        <translation>旧机器在请求删除 {time} 后消失（不在关键路径上）。</translation>
    </message>
    <message>
        <source>Ready again</source>
        <translation>恢复 Ready</translation>
    </message>
    <message>
        <source>Ready, NotReady and Unknown nodes from {begin} to {end}, as step functions</source>
        <translation>{begin} 到 {end} 的 Ready、NotReady 和 Unknown 节点数，以阶梯线表示</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Recovery {number}</source>
        <translation>恢复 {number}</translation>
    </message>
    <message>
        <source>Server time</source>
        <translation>服务器时间</translation>
    </message>
    <message>
        <source>Set {set}, 1 recovery: {times}.</source>
        <translation>机器集 {set}，1 次恢复：{times}。</translation>
    </message>
    <message>
        <source>Set {set}, {count} recoveries: {times}.</source>
        <translation>机器集 {set}，{count} 次恢复：{times}。</translation>
    </message>
    <message>
        <source>Taken at pace 1 (as fast as real time).</source>
        <translation>以速度 1 记录（与真实时间同步）。</translation>
    </message>
    <message>
        <source>Taken at pace {pace} (virtual seconds per real second).</source>
        <translation>以速度 {pace} 记录（每真实秒的虚拟秒数）。</translation>
    </message>
    <message>
        <source>Taken while time was paused.</source>
        <translation>在时间暂停时记录。</translation>
    </message>
    <message>
        <source>The owner&apos;s stored row is damaged and set aside; the object is kept.</source>
        <translation>所有者的存储行已损坏并暂缓；该对象予以保留。</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>booted</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>cause: {cause}</source>
        <translation>起因：{cause}</translation>
    </message>
    <message>
        <source>delete asked</source>
        <translation>请求删除</translation>
    </message>
    <message>
        <source>expected {target}; found none</source>
        <translation>期望 {target}；没有找到</translation>
    </message>
    <message>
        <source>expected {target}; found only {number}</source>
        <translation>期望 {target}；只找到 {number} 个</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>machine {machine} has no node</source>
        <translation>机器 {machine} 没有节点</translation>
    </message>
    <message>
        <source>median {median} · p95 {p95} · worst {worst}</source>
        <translation>中位数 {median} · p95 {p95} · 最长 {worst}</translation>
    </message>
    <message>
        <source>no episode</source>
        <translation>没有故障事件</translation>
    </message>
    <message>
        <source>no phase</source>
        <translation>无阶段</translation>
    </message>
    <message>
        <source>no such Job</source>
        <translation>没有这样的 Job</translation>
    </message>
    <message>
        <source>no such MachineHealthCheck</source>
        <translation>没有这样的 MachineHealthCheck</translation>
    </message>
    <message>
        <source>no such MachineSet or MachineDeployment</source>
        <translation>没有这样的 MachineSet 或 MachineDeployment</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not ended</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>not told yet</source>
        <translation>尚未给出</translation>
    </message>
    <message>
        <source>noticed</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>recovered</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>replacement Ready</source>
        <translation>替换机器 Ready</translation>
    </message>
    <message>
        <source>replacement created</source>
        <translation>创建替换机器</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>that Jobs are looked at in labs only</source>
        <translation>只有在实验室中才查看 Job</translation>
    </message>
    <message>
        <source>that it is not there</source>
        <translation>它不存在</translation>
    </message>
    <message>
        <source>that it is there</source>
        <translation>它存在</translation>
    </message>
    <message>
        <source>the cluster was locked</source>
        <translation>集群已被锁定</translation>
    </message>
    <message>
        <source>the scenario was not over after a year</source>
        <translation>场景在一年后仍未结束</translation>
    </message>
    <message>
        <source>there is no {target}</source>
        <translation>没有 {target}</translation>
    </message>
    <message>
        <source>unhealthy</source>
        <translation>不健康</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>{begin} to {end}</source>
        <translation>{begin} 到 {end}</translation>
    </message>
    <message>
        <source>{count} recoveries: {times}.</source>
        <translation>{count} 次恢复：{times}。</translation>
    </message>
    <message>
        <source>{count}: {episodes}</source>
        <translation>{count}：{episodes}</translation>
    </message>
    <message>
        <source>{fact} of {controller}</source>
        <translation>{controller} 的 {fact}</translation>
    </message>
    <message>
        <source>{episodes} and {more} more</source>
        <translation>{episodes}，另有 {more} 个</translation>
    </message>
    <message>
        <source>{machine} replaced by {replacement}</source>
        <translation>{machine} 由 {replacement} 替换</translation>
    </message>
    <message>
        <source>{machine} to be replaced by {replacement}</source>
        <translation>{machine} 将由 {replacement} 替换</translation>
    </message>
    <message>
        <source>{machine} {outcome}</source>
        <translation>{machine} {outcome}</translation>
    </message>
    <message>
        <source>{machine} {outcome} for {time}</source>
        <translation>{machine} {outcome}，已持续 {time}</translation>
    </message>
    <message>
        <source>{machine} {outcome} in {time}</source>
        <translation>{machine} {outcome}，用时 {time}</translation>
    </message>
    <message>
        <source>{objects} objects belong to what is set aside, or may: they are kept, until somebody deletes them or makes their owner again under its name.</source>
        <translation>{objects} 个对象属于或可能属于暂缓的内容：它们会被保留，直到有人删除它们，或以原名重新创建其所有者。</translation>
    </message>
    <message>
        <source>{owner} was made again, after its stored row was found damaged; the object is let go, for it to take over.</source>
        <translation>{owner} 的存储行被发现损坏后已重新创建；该对象被释放，以便由其接管。</translation>
    </message>
    <message>
        <source>{ready} Ready of {wanted} wanted, {there} there</source>
        <translation>期望 {wanted}，其中 {ready} 为 Ready，现有 {there}</translation>
    </message>
    <message>
        <source>{shares} of {whole} in all; the longest stretch is &quot;{longest}&quot;.</source>
        <translation>{shares}，共 {whole}；最长的一段是“{longest}”。</translation>
    </message>
    <message>
        <source>{state} {number}</source>
        <translation>{state} {number}</translation>
    </message>
    <message>
        <source>{step}: {why}</source>
        <translation>{step}：{why}</translation>
    </message>
    <message>
        <source>{updated} up to date and {available} available of {wanted} wanted, {there} there</source>
        <translation>期望 {wanted}，其中 {updated} 为最新、{available} 可用，现有 {there}</translation>
    </message>
    <message>
        <source>&quot;{field}&quot; is missing</source>
        <translation>缺少 &quot;{field}&quot;</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; leads out of the experiment&apos;s folder</source>
        <translation>&quot;{file}&quot; 超出了实验所在的文件夹</translation>
    </message>
    <message>
        <source>&quot;{file}&quot; leads out of the scenario&apos;s folder</source>
        <translation>&quot;{file}&quot; 超出了场景所在的文件夹</translation>
    </message>
    <message>
        <source>&quot;{state}&quot; is no state of a machine, but of a node</source>
        <translation>&quot;{state}&quot; 不是机器的状态，而是节点的状态</translation>
    </message>
    <message>
        <source>&quot;{state}&quot; is no state of a node, but of a machine</source>
        <translation>&quot;{state}&quot; 不是节点的状态，而是机器的状态</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is no count; write 3, &quot;at least 3&quot; or &quot;at most 3&quot;</source>
        <translation>&quot;{text}&quot; 不是数量；可写 3、&quot;at least 3&quot; 或 &quot;at most 3&quot;</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not understood; write a name, &quot;first Ready node of workers&quot;, &quot;first 2 Running machines of workers&quot;, &quot;every NotReady node of workers&quot; or &quot;every node in zone a&quot;</source>
        <translation>无法理解 &quot;{text}&quot;；可写名称、&quot;first Ready node of workers&quot;、&quot;first 2 Running machines of workers&quot;、&quot;every NotReady node of workers&quot; 或 &quot;every node in zone a&quot;</translation>
    </message>
    <message>
        <source>a job ends as Complete or Failed</source>
        <translation>Job 的结局为 Complete 或 Failed</translation>
    </message>
    <message>
        <source>an assertion holds at once; to wait, use waitUntil</source>
        <translation>断言须立即成立；如需等待，请用 waitUntil</translation>
    </message>
    <message>
        <source>expected a count: 3, &quot;at least 3&quot; or &quot;at most 3&quot;</source>
        <translation>应为数量：3、&quot;at least 3&quot; 或 &quot;at most 3&quot;</translation>
    </message>
    <message>
        <source>expected a duration such as 30s or 2m</source>
        <translation>应为时长，例如 30s 或 2m</translation>
    </message>
    <message>
        <source>expected a list (- …)</source>
        <translation>应为列表（- …）</translation>
    </message>
    <message>
        <source>expected a text</source>
        <translation>应为文本</translation>
    </message>
    <message>
        <source>expected a whole number</source>
        <translation>应为整数</translation>
    </message>
    <message>
        <source>expected at most {most} seeds, such as 1..20, or 20</source>
        <translation>应为至多 {most} 个种子，例如 1..20 或 20</translation>
    </message>
    <message>
        <source>expected exactly one of {known}</source>
        <translation>应恰好为其中之一：{known}</translation>
    </message>
    <message>
        <source>expected fields (name: value)</source>
        <translation>应为字段（名称: 值）</translation>
    </message>
    <message>
        <source>give at least one of {known}</source>
        <translation>至少给出其中之一：{known}</translation>
    </message>
    <message>
        <source>is named twice</source>
        <translation>重复列出</translation>
    </message>
    <message>
        <source>known are {known}</source>
        <translation>已知的有 {known}</translation>
    </message>
    <message>
        <source>must be longer than nothing</source>
        <translation>必须大于零</translation>
    </message>
    <message>
        <source>must not be negative</source>
        <translation>不能为负数</translation>
    </message>
    <message>
        <source>no condition is given</source>
        <translation>未给出条件</translation>
    </message>
    <message>
        <source>no count is given, such as {example}</source>
        <translation>未给出数量，例如 {example}</translation>
    </message>
    <message>
        <source>no files can be read here</source>
        <translation>此处无法读取文件</translation>
    </message>
    <message>
        <source>nothing is measured</source>
        <translation>没有测量任何内容</translation>
    </message>
    <message>
        <source>the object has no &quot;{field}&quot;</source>
        <translation>该对象没有 &quot;{field}&quot;</translation>
    </message>
    <message>
        <source>the scenario applies no {kind} that has it</source>
        <translation>场景没有应用带有它的 {kind}</translation>
    </message>
    <message>
        <source>the step has more than one verb</source>
        <translation>该步骤有多个动词</translation>
    </message>
    <message>
        <source>the step has no verb</source>
        <translation>该步骤没有动词</translation>
    </message>
    <message>
        <source>there are more than {most} variants</source>
        <translation>变体超过 {most} 个</translation>
    </message>
    <message>
        <source>there is no step</source>
        <translation>没有步骤</translation>
    </message>
    <message>
        <source>there is no value</source>
        <translation>没有值</translation>
    </message>
    <message>
        <source>this names machines, a node is expected</source>
        <translation>此处指的是机器，应为节点</translation>
    </message>
    <message>
        <source>this names nodes, a machine is expected</source>
        <translation>此处指的是节点，应为机器</translation>
    </message>
    <message>
        <source>unknown condition; known are {known}</source>
        <translation>未知条件；已知的有 {known}</translation>
    </message>
    <message>
        <source>unknown field; known are {known}</source>
        <translation>未知字段；已知的有 {known}</translation>
    </message>
    <message>
        <source>unknown outcome &quot;{outcome}&quot;; known are {known}</source>
        <translation>未知结果 &quot;{outcome}&quot;；已知的有 {known}</translation>
    </message>
    <message>
        <source>unknown verb; known are {known} (and say)</source>
        <translation>未知动词；已知的有 {known}（以及 say）</translation>
    </message>
    <message>
        <source>unknown; known are {known}</source>
        <translation>未知；已知的有 {known}</translation>
    </message>
    <message>
        <source>unknown; known are {known}, and KIND.PATH such as MachineHealthCheck.spec.maxUnhealthy</source>
        <translation>未知；已知的有 {known}，以及 KIND.路径，例如 MachineHealthCheck.spec.maxUnhealthy</translation>
    </message>
    <message>
        <source>{file} can&apos;t be read</source>
        <translation>无法读取 {file}</translation>
    </message>
    <message>
        <source>{file} is larger than {size}</source>
        <translation>{file} 大于 {size}</translation>
    </message>
    <message>
        <source>{machines} machines at once with {variant}; an experiment&apos;s lab has at most {most}</source>
        <translation>使用 {variant} 时同时有 {machines} 台机器；实验的实验室至多有 {most} 台</translation>
    </message>
    <message>
        <source>{machines} machines at once; an experiment&apos;s lab has at most {most}</source>
        <translation>同时有 {machines} 台机器；实验的实验室至多有 {most} 台</translation>
    </message>
    <message>
        <source>{place}: {problem}</source>
        <translation>{place}：{problem}</translation>
    </message>
    <message>
        <source>{variants} variants × {seeds} seeds of {length} are {hours} machine-hours; an experiment has at most {most}</source>
        <translation>{variants} 个变体 × {seeds} 个种子、各 {length}，共 {hours} 机器小时；一个实验至多 {most}</translation>
    </message>
    <message>
        <source>All steps went well.</source>
        <translation>所有步骤均已成功。</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Failed.</source>
        <translation>失败。</translation>
    </message>
    <message>
        <source>Is unhealthy ({problem}); fails at {until} at the earliest if that lasts: others of its deployment come first.</source>
        <translation>不健康（{problem}）；如果持续，最早在 {until} 失败：其部署中的其他机器优先。</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>after others that are unhealthy already, at the earliest {when}</source>
        <translation>在其他已不健康的机器之后，最早{when}</translation>
    </message>
    <message>
        <source>asks for a reboot of its node in {time} at the earliest, others come first</source>
        <translation>最早 {time} 后请求重启其节点，其他机器优先</translation>
    </message>
    <message>
        <source>asks for its remediation in {time} at the earliest, others come first</source>
        <translation>最早 {time} 后请求修复，其他机器优先</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>handed over for remediation {when} at the earliest, others come first</source>
        <translation>最早{when}交付修复，其他机器优先</translation>
    </message>
    <message>
        <source>its reboot is asked for {when} at the earliest, others come first</source>
        <translation>最早{when}请求重启，其他机器优先</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>ok</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>one after the other, the first {when}</source>
        <translation>逐台进行，第一台在{when}</translation>
    </message>
    <message>
        <source>one after the other, the first {when}, the others once its replacement has come up</source>
        <translation>逐台进行，第一台在{when}，其余等其替换机器就绪后</translation>
    </message>
    <message>
        <source>replaced {when} at the earliest, others come first</source>
        <translation>最早{when}替换，其他机器优先</translation>
    </message>
    <message>
        <source>replaces it in {time} at the earliest, others come first</source>
        <translation>最早 {time} 后替换它，其他机器优先</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>{count} at a time, the first {when}</source>
        <translation>每次 {count} 台，第一批在{when}</translation>
    </message>
    <message>
        <source>1 of them stays: {problem}.</source>
        <translation>其中 1 台保留：{problem}。</translation>
    </message>
    <message>
        <source>Waits for pod {pod} of node {node}: PodDisruptionBudget {budget} needs {desired} healthy pods and has {healthy}; asks again at {nextCheck}.</source>
        <translation>等待节点 {node} 上的 Pod {pod}：PodDisruptionBudget {budget} 需要 {desired} 个健康 Pod，现有 {healthy} 个；{nextCheck} 再次请求。</translation>
    </message>
    <message>
        <source>Waits for pod {pod} of node {node}: PodDisruptionBudget {budget} needs {desired} healthy pods and has {healthy}; asks again, at most until {until}, when the drain is forced.</source>
        <translation>等待节点 {node} 上的 Pod {pod}：PodDisruptionBudget {budget} 需要 {desired} 个健康 Pod，现有 {healthy} 个；将再次请求，最迟到 {until}，届时强制排空。</translation>
    </message>
    <message>
        <source>deleted by the rollout of {deployment} once new machines are Ready</source>
        <translation>新机器 Ready 后由 {deployment} 的滚动更新删除</translation>
    </message>
    <message>
        <source>deleted by the rollout of {deployment} once new machines are Ready; else it fails {when}</source>
        <translation>新机器 Ready 后由 {deployment} 的滚动更新删除；否则{when}判为失败</translation>
    </message>
    <message>
        <source>deleted by the rollout of {deployment} once new machines are Ready; else {next}</source>
        <translation>新机器 Ready 后由 {deployment} 的滚动更新删除；否则{next}</translation>
    </message>
    <message>
        <source>leaves it alone until one more machine is healthy: {why}</source>
        <translation>不处理，直到再有一台机器健康：{why}</translation>
    </message>
    <message>
        <source>leaves it alone until {count} more machines are healthy: {why}</source>
        <translation>不处理，直到再有 {count} 台机器健康：{why}</translation>
    </message>
    <message>
        <source>leaves it alone: {why}</source>
        <translation>不处理：{why}</translation>
    </message>
    <message>
        <source>more than one MachineDisruptionBudget covers the machine, which is not supported</source>
        <translation>有多个 MachineDisruptionBudget 涵盖该机器，这不受支持</translation>
    </message>
    <message>
        <source>stays until one more machine is healthy: {why}</source>
        <translation>保留，直到再有一台机器健康：{why}</translation>
    </message>
    <message>
        <source>stays until {count} more machines are healthy: {why}</source>
        <translation>保留，直到再有 {count} 台机器健康：{why}</translation>
    </message>
    <message>
        <source>stays: {why}</source>
        <translation>保留：{why}</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} has neither minAvailable nor maxUnavailable</source>
        <translation>MachineDisruptionBudget {budget} 既没有 minAvailable 也没有 maxUnavailable</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} needs {desired} healthy machines and has {healthy}</source>
        <translation>MachineDisruptionBudget {budget} 需要 {desired} 台健康机器，现有 {healthy} 台</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} needs {desired} healthy machines and one to spare, {healthy} would be healthy</source>
        <translation>MachineDisruptionBudget {budget} 需要 {desired} 台健康机器并多出一台，届时健康的为 {healthy} 台</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} waits for too many machines to go</source>
        <translation>MachineDisruptionBudget {budget} 正在等待过多机器离开</translation>
    </message>
    <message>
        <source>the MachineDisruptionBudget {budget} was not observed since it has changed</source>
        <translation>MachineDisruptionBudget {budget} 更改后尚未被处理</translation>
    </message>
    <message>
        <source>{nodes} of them stay: {problem}.</source>
        <translation>其中 {nodes} 台保留：{problem}。</translation>
    </message>
    <message>
        <source>{problem}. It stays as it is.</source>
        <translation>{problem}。它保持原样。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: both will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {allowed} 台，将有 {unhealthy} 台不健康：{when}将两台都替换。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {allowed}, {unhealthy} would be unhealthy: one of them will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {allowed} 台，将有 {unhealthy} 台不健康：{when}替换其中 1 台。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: both will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {expected} 台的 {percent} = {allowed} 台，将有 {unhealthy} 台不健康：{when}将两台都替换。</translation>
    </message>
    <message>
        <source>Health check {check}: allowed {percent} of {expected} = {allowed}, {unhealthy} would be unhealthy: one of them will be replaced {when}.</source>
        <translation>健康检查 {check}：允许 {expected} 台的 {percent} = {allowed} 台，将有 {unhealthy} 台不健康：{when}替换其中 1 台。</translation>
    </message>
    <message>
        <source>in its turn, at the earliest {when}</source>
        <translation>依次轮到时，最早{when}</translation>
    </message>
</context>
<context>
    <name>EmptyStates</name>
    <message>
        <source>Starting: nothing has been read yet.</source>
        <translation>正在启动：尚未读取任何内容。</translation>
    </message>
    <message>
        <source>Nothing could be read: %1</source>
        <translation>无法读取任何内容：%1</translation>
    </message>
    <message>
        <source>This cluster does not serve %1.</source>
        <translation>此集群不提供 %1。</translation>
    </message>
    <message>
        <source>the controller %1 does not run yet</source>
        <translation>控制器 %1 尚未运行</translation>
    </message>
    <message>
        <source>the controller %1 is off</source>
        <translation>控制器 %1 已关闭</translation>
    </message>
    <message>
        <source>No machines yet; the sets want %1.</source>
        <translation>还没有机器；机器集需要 %1 台。</translation>
    </message>
    <message>
        <source>No machines: the sets want %1, but %2.</source>
        <translation>没有机器：机器集需要 %1 台，但%2。</translation>
    </message>
    <message>
        <source>No nodes: there is no machine.</source>
        <translation>没有节点：没有机器。</translation>
    </message>
    <message>
        <source>No nodes. They appear as soon as machines boot.</source>
        <translation>没有节点。机器启动后就会出现。</translation>
    </message>
    <message>
        <source>No nodes: there are machines, but %1.</source>
        <translation>没有节点：有机器，但%1。</translation>
    </message>
    <message>
        <source>No machines, and no MachineSet that makes some.</source>
        <translation>没有机器，也没有创建机器的 MachineSet。</translation>
    </message>
    <message>
        <source>No MachineSet yet.</source>
        <translation>还没有 MachineSet。</translation>
    </message>
    <message>
        <source>No MachineDeployment: changes of a set reach new machines only.</source>
        <translation>没有 MachineDeployment：机器集的更改只影响新机器。</translation>
    </message>
    <message>
        <source>No machines of machine.sapcloud.io, and no set that makes some.</source>
        <translation>没有 machine.sapcloud.io 的机器，也没有创建机器的机器集。</translation>
    </message>
    <message>
        <source>No sets of machine.sapcloud.io.</source>
        <translation>没有 machine.sapcloud.io 的机器集。</translation>
    </message>
    <message>
        <source>No deployments of machine.sapcloud.io.</source>
        <translation>没有 machine.sapcloud.io 的部署。</translation>
    </message>
    <message>
        <source>No classes: machines can&apos;t be made without one.</source>
        <translation>没有类：没有类就无法创建机器。</translation>
    </message>
    <message>
        <source>No health checks: failed machines are not replaced.</source>
        <translation>没有健康检查：故障机器不会被替换。</translation>
    </message>
    <message>
        <source>No events in the last hour.</source>
        <translation>最近一小时没有事件。</translation>
    </message>
    <message>
        <source>Your user needs a role that allows get, list and watch of %1.</source>
        <translation>用户需要一个允许对 %1 执行 get、list 和 watch 的角色。</translation>
    </message>
    <message>
        <source>None at %1.</source>
        <translation>%1 时没有。</translation>
    </message>
    <message>
        <source>It is tried again by itself.</source>
        <translation>会自动重试。</translation>
    </message>
    <message>
        <source>No machines: no set wants any. Scale one.</source>
        <translation>没有机器：没有机器集需要机器。请扩容一个。</translation>
    </message>
    <message>
        <source>The lab has trouble: %1</source>
        <translation>实验室遇到问题：%1</translation>
    </message>
    <message>
        <source>Once it is unlocked: %1</source>
        <translation>解锁后：%1</translation>
    </message>
</context>
<context>
    <name>Experiments</name>
    <message>
        <source>recovery time</source>
        <translation>恢复时间</translation>
    </message>
    <message>
        <source>machine-hours Ready</source>
        <translation>机器时 Ready</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>replaced needlessly</source>
        <translation>不必要的替换</translation>
    </message>
    <message>
        <source>time taken</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>%1 %2 instead of %3</source>
        <translation>%1 %2 而非 %3</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 is behind %2.&lt;/b&gt;</source>
        <translation>&lt;b&gt;%1 不如 %2。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 is on the front:&lt;/b&gt; no variant is better in %2 without being worse in %3.</source>
        <translation>&lt;b&gt;%1 处于前沿：&lt;/b&gt;没有变体能在“%2”上更好而不在“%3”上更差。</translation>
    </message>
    <message>
        <source>With %1: %2.</source>
        <translation>若用 %1：%2。</translation>
    </message>
    <message>
        <source>Slowest recovery: %1, with seed %2; most of it, %3, was %4.</source>
        <translation>最慢的恢复：%1，种子 %2；其中大部分（%3）是“%4”。</translation>
    </message>
    <message numerus="yes">
        <source>In %n runs the scenario did not hold;</source>
        <translation>
            <numerusform>有 %n 次运行场景未成立；</numerusform>
        </translation>
    </message>
    <message>
        <source>with seed %1: %2</source>
        <translation>种子 %1：%2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1 is the best:&lt;/b&gt; no variant is better in %2.</source>
        <translation>&lt;b&gt;%1 最佳：&lt;/b&gt;没有变体的%2更好。</translation>
    </message>
    <message>
        <source>the scenario as it is</source>
        <translation>原样的场景</translation>
    </message>
    <message numerus="yes">
        <source>%Ln failures had not recovered when their run was over.</source>
        <translation>
            <numerusform>有 %Ln 个故障在运行结束时尚未恢复。</numerusform>
        </translation>
    </message>
    <message>
        <source>It is not weighed: its median is not known.</source>
        <translation>不参与权衡：其中位数未知。</translation>
    </message>
    <message>
        <source>%1 a minute</source>
        <translation>每分钟 %1 次</translation>
    </message>
    <message>
        <source>%1 a second</source>
        <translation>每秒 %1 次</translation>
    </message>
</context>
<context>
    <name>OpeningSign</name>
    <message>
        <source>Waiting for the login to the cluster …</source>
        <translation>正在等待登录集群……</translation>
    </message>
    <message>
        <source>Opening the lab “%1” …</source>
        <translation>正在打开实验室“%1”……</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>正在打开</translation>
    </message>
    <message>
        <source>Closing …</source>
        <translation>正在关闭……</translation>
    </message>
</context>
<context>
    <name>RemedyWords</name>
    <message>
        <source>Choose another scenario…</source>
        <translation>选择其他场景…</translation>
    </message>
    <message>
        <source>It runs at once.</source>
        <translation>它会立即运行。</translation>
    </message>
    <message>
        <source>Start without a scenario</source>
        <translation>不用场景启动</translation>
    </message>
    <message>
        <source>The page Scenarios offers those that come with the program.</source>
        <translation>“场景”页面提供随程序附带的场景。</translation>
    </message>
    <message>
        <source>Choose another kubeconfig…</source>
        <translation>选择其他 kubeconfig…</translation>
    </message>
    <message>
        <source>Its current context is opened.</source>
        <translation>将打开其当前上下文。</translation>
    </message>
    <message>
        <source>Open the lab of this computer</source>
        <translation>打开本机的实验室</translation>
    </message>
    <message>
        <source>A cluster of hollow nodes that needs nothing else.</source>
        <translation>由空心节点组成的集群，不需要其他任何东西。</translation>
    </message>
    <message>
        <source>Look at it from here</source>
        <translation>从这里查看</translation>
    </message>
    <message>
        <source>Connects to the lab that runs, as to any other cluster.</source>
        <translation>像连接其他集群一样连接到正在运行的实验室。</translation>
    </message>
    <message>
        <source>Use any free port</source>
        <translation>使用任意空闲端口</translation>
    </message>
    <message>
        <source>Its kubeconfig names the port, so kubectl finds it.</source>
        <translation>其 kubeconfig 写明端口，因此 kubectl 能找到它。</translation>
    </message>
    <message>
        <source>Keep it aside and begin a new lab</source>
        <translation>另行存放并开始新的实验室</translation>
    </message>
    <message>
        <source>Nothing is deleted: the files go to a folder beside it, with the date.</source>
        <translation>不会删除任何东西：文件会移到旁边以日期命名的文件夹。</translation>
    </message>
    <message>
        <source>Open another lab…</source>
        <translation>打开其他实验室…</translation>
    </message>
    <message>
        <source>A new name makes a new lab.</source>
        <translation>新名称会建立新的实验室。</translation>
    </message>
    <message>
        <source>Open a lab in memory</source>
        <translation>在内存中打开实验室</translation>
    </message>
    <message>
        <source>It needs no files, and is gone when the window is closed.</source>
        <translation>它不需要文件，窗口关闭后即消失。</translation>
    </message>
    <message>
        <source>Run this command, now and later</source>
        <translation>现在及以后运行此命令</translation>
    </message>
    <message>
        <source>%1
Asked again when the command, its arguments or its program change.</source>
        <translation>%1
命令、参数或程序变化时会再次询问。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Once what is said above is mended.</source>
        <translation>上述问题解决之后。</translation>
    </message>
    <message>
        <source>Once there is room on the disk, or the right to write there.</source>
        <translation>待磁盘有空间或有写入权限之后。</translation>
    </message>
    <message>
        <source>Only look at it</source>
        <translation>仅查看</translation>
    </message>
    <message>
        <source>It is shown as it was left; no controller runs, and nothing is changed.</source>
        <translation>按上次离开时的样子显示；不运行任何控制器，也不做任何更改。</translation>
    </message>
</context>
<context>
    <name>StartProblem</name>
    <message>
        <source>The scenario cannot be read.</source>
        <translation>无法读取场景。</translation>
    </message>
    <message>
        <source>The cluster cannot be opened.</source>
        <translation>无法打开集群。</translation>
    </message>
    <message>
        <source>The lab “%1” cannot be opened.</source>
        <translation>无法打开实验室“%1”。</translation>
    </message>
    <message>
        <source>The kubeconfig wants to run a command to log in.</source>
        <translation>kubeconfig 要运行一个命令来登录。</translation>
    </message>
    <message>
        <source>%1 names it. It was not run. Whoever wrote that file chose the command: allow it only if you know it.</source>
        <translation>它由 %1 指定，尚未运行。命令由该文件的作者选定：只有确实了解它时才应允许。</translation>
    </message>
</context>
<context>
    <name>app::StartPage</name>
    <message>
        <source>Hollow Lab cannot start</source>
        <translation>Hollow Lab 无法启动</translation>
    </message>
    <message>
        <source>Choose a kubeconfig</source>
        <translation>选择 kubeconfig</translation>
    </message>
    <message>
        <source>Choose a scenario</source>
        <translation>选择场景</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml *.yml)</source>
        <translation>场景 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Open another lab</source>
        <translation>打开其他实验室</translation>
    </message>
    <message>
        <source>Name of the lab</source>
        <translation>实验室名称</translation>
    </message>
</context>
<context>
    <name>ui::Actions</name>
    <message>
        <source>invalid provider config</source>
        <translation>提供商配置无效</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Make &amp;unhealthy</source>
        <translation>使其不健康(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Scale</source>
        <translation>扩缩(&amp;S)</translation>
    </message>
    <message>
        <source>Type how many machines there shall be</source>
        <translation>输入应有多少台机器</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Halt the rollout of the deployment, or let it go on</source>
        <translation>暂停部署的推出，或让其继续</translation>
    </message>
    <message>
        <source>&amp;Roll back…</source>
        <translation>回滚(&amp;R)…</translation>
    </message>
    <message>
        <source>Give the deployment the template of an earlier revision again</source>
        <translation>让部署重新使用早期修订版本的模板</translation>
    </message>
    <message>
        <source>Let the node fail, for a time or until it is replaced</source>
        <translation>让节点失效一段时间，或直到被替换</translation>
    </message>
    <message>
        <source>&amp;Heal</source>
        <translation>恢复(&amp;H)</translation>
    </message>
    <message>
        <source>Take the fault of the node away</source>
        <translation>消除节点的故障</translation>
    </message>
    <message>
        <source>Provider confi&amp;g…</source>
        <translation>提供商配置(&amp;G)…</translation>
    </message>
    <message>
        <source>Edit what new machines are made of</source>
        <translation>编辑新机器由什么构成</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>删除(&amp;D)</translation>
    </message>
    <message>
        <source>Ask the API server to delete the object</source>
        <translation>请求 API 服务器删除该对象</translation>
    </message>
    <message>
        <source>&amp;Inspect</source>
        <translation>查看(&amp;I)</translation>
    </message>
    <message>
        <source>Show all about the object at the right</source>
        <translation>在右侧显示该对象的全部信息</translation>
    </message>
    <message>
        <source>&amp;Why</source>
        <translation>原因(&amp;W)</translation>
    </message>
    <message>
        <source>Show what the controllers say about the object</source>
        <translation>显示控制器对该对象的说明</translation>
    </message>
    <message>
        <source>&amp;YAML</source>
        <translation>&amp;YAML</translation>
    </message>
    <message>
        <source>Show the object as YAML</source>
        <translation>以 YAML 显示该对象</translation>
    </message>
    <message>
        <source>E&amp;vents</source>
        <translation>事件(&amp;V)</translation>
    </message>
    <message>
        <source>Show the events of the object</source>
        <translation>显示该对象的事件</translation>
    </message>
    <message>
        <source>Go to &amp;owner</source>
        <translation>转到属主(&amp;O)</translation>
    </message>
    <message>
        <source>Go one step up: to the machine, its set, its deployment</source>
        <translation>上移一级：到机器、其机器集、其部署</translation>
    </message>
    <message>
        <source>&amp;Copy name</source>
        <translation>复制名称(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the names</source>
        <translation>复制这些名称</translation>
    </message>
    <message>
        <source>Copy as &amp;kubectl</source>
        <translation>复制为 &amp;kubectl</translation>
    </message>
    <message>
        <source>Copy a command line that shows the objects</source>
        <translation>复制显示这些对象的命令行</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Show only rows that contain some words</source>
        <translation>只显示包含某些词的行</translation>
    </message>
    <message>
        <source>A second &amp;earlier</source>
        <translation>早一秒(&amp;E)</translation>
    </message>
    <message>
        <source>Show everything as it was a second before</source>
        <translation>显示一秒之前的一切</translation>
    </message>
    <message>
        <source>A second &amp;later</source>
        <translation>晚一秒(&amp;L)</translation>
    </message>
    <message>
        <source>Show everything as it was a second after</source>
        <translation>显示一秒之后的一切</translation>
    </message>
    <message>
        <source>&amp;Ten seconds earlier</source>
        <translation>早十秒(&amp;T)</translation>
    </message>
    <message>
        <source>Show everything as it was ten seconds before</source>
        <translation>显示十秒之前的一切</translation>
    </message>
    <message>
        <source>Te&amp;n seconds later</source>
        <translation>晚十秒(&amp;N)</translation>
    </message>
    <message>
        <source>Show everything as it was ten seconds after</source>
        <translation>显示十秒之后的一切</translation>
    </message>
    <message>
        <source>&amp;Back to live</source>
        <translation>回到实时(&amp;B)</translation>
    </message>
    <message>
        <source>Show what happens now</source>
        <translation>显示现在发生的事</translation>
    </message>
    <message>
        <source>&amp;Compare two moments…</source>
        <translation>比较两个时刻(&amp;C)…</translation>
    </message>
    <message>
        <source>List what was created, deleted and changed between two moments</source>
        <translation>列出两个时刻之间创建、删除和更改的内容</translation>
    </message>
    <message>
        <source>&amp;New MachineSet…</source>
        <translation>新建 MachineSet(&amp;N)…</translation>
    </message>
    <message>
        <source>Create a MachineSet</source>
        <translation>创建 MachineSet</translation>
    </message>
    <message>
        <source>&amp;Apply YAML…</source>
        <translation>应用 YAML(&amp;A)…</translation>
    </message>
    <message>
        <source>Create or replace the objects of a YAML text</source>
        <translation>创建或替换 YAML 文本中的对象</translation>
    </message>
    <message>
        <source>Install &amp;prerequisites…</source>
        <translation>安装先决条件(&amp;P)…</translation>
    </message>
    <message>
        <source>Create the CRDs and permissions that machines need in this cluster</source>
        <translation>创建机器在此集群中所需的 CRD 和权限</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>Search everything, or type a command</source>
        <translation>搜索一切，或输入命令</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>按键(&amp;K)</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>显示所有按键</translation>
    </message>
    <message>
        <source>&amp;About Hollow Lab</source>
        <translation>关于 Hollow Lab(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Reports NotReady: Ready = False</source>
        <translation>报告 NotReady：Ready = False</translation>
    </message>
    <message>
        <source>NotReady %1</source>
        <translation>NotReady %1</translation>
    </message>
    <message>
        <source>Stops heartbeats: Ready = Unknown after the grace period</source>
        <translation>停止心跳：宽限期后 Ready = Unknown</translation>
    </message>
    <message>
        <source>Silent %1</source>
        <translation>静默 %1</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>until healed</source>
        <translation>直到恢复</translation>
    </message>
    <message>
        <source>for 10 s</source>
        <translation>10 秒</translation>
    </message>
    <message>
        <source>for 1 min</source>
        <translation>1 分钟</translation>
    </message>
    <message>
        <source>for…</source>
        <translation>持续…</translation>
    </message>
    <message>
        <source>&amp;More faults</source>
        <translation>更多故障(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Other…</source>
        <translation>其他(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Zone</source>
        <translation>区域(&amp;Z)</translation>
    </message>
    <message>
        <source>All of &amp;zone %1</source>
        <translation>整个区域 %1(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Object</source>
        <translation>对象(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Time</source>
        <translation>时间(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>继续(&amp;R)</translation>
    </message>
    <message>
        <source>%1 belongs to no set: there is nothing to scale.</source>
        <translation>%1 不属于任何机器集：没有可扩缩的对象。</translation>
    </message>
    <message>
        <source>How many machines shall %1 have?
%2 is one of its %3.</source>
        <translation>%1 应有多少台机器？
%2 是其 %3 台之一。</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>回滚</translation>
    </message>
    <message>
        <source>Which revision&apos;s template shall the machines of %1 in %2 have again?
They are replaced step by step.</source>
        <translation>%2 中 %1 的机器应重新使用哪个修订版本的模板？
它们将逐步替换。</translation>
    </message>
    <message numerus="yes">
        <source>Let all %n nodes of zone %1 fail in the %2?</source>
        <translation>
            <numerusform>让%2中区域 %1 的全部 %n 个节点失效？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>Let %1 fail in the %2?</source>
        <translation>让%2中的 %1 失效？</translation>
    </message>
    <message>
        <source>Make unhealthy</source>
        <translation>使其不健康</translation>
    </message>
    <message>
        <source>lab %1</source>
        <translation>实验室 %1</translation>
    </message>
    <message>
        <source>cluster %1</source>
        <translation>集群 %1</translation>
    </message>
    <message>
        <source>For how long? For example 45s, 5m, 1h30m</source>
        <translation>多长时间？例如 45s、5m、1h30m</translation>
    </message>
    <message>
        <source>How? For example: disk-pressure flapping every 1m 30% down, reboot after 10s..60s, silent for 5m</source>
        <translation>怎样？例如：disk-pressure flapping every 1m 30% down、reboot after 10s..60s、silent for 5m</translation>
    </message>
    <message numerus="yes">
        <source>%n objects of kind %1</source>
        <translation>
            <numerusform>%n 个 %1 对象</numerusform>
        </translation>
    </message>
    <message>
        <source>the cluster %1 (%2)</source>
        <translation>集群 %1（%2）</translation>
    </message>
    <message>
        <source>the lab %1</source>
        <translation>实验室 %1</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete %1 in %2?</source>
        <translation>删除%2中的 %1？</translation>
    </message>
    <message>
        <source>Install prerequisites</source>
        <translation>安装先决条件</translation>
    </message>
    <message>
        <source>Create these objects in the cluster %1 (%2)?</source>
        <translation>在集群 %1（%2）中创建这些对象？</translation>
    </message>
    <message>
        <source>Install</source>
        <translation>安装</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Edit YA&amp;ML…</source>
        <translation>编辑 YA&amp;ML…</translation>
    </message>
    <message>
        <source>Change the object in its YAML</source>
        <translation>在 YAML 中修改对象</translation>
    </message>
    <message>
        <source>Layout &amp;Explore</source>
        <translation>布局：浏览(&amp;E)</translation>
    </message>
    <message>
        <source>Inspector and timeline beside the tables</source>
        <translation>检查器和时间线位于表格旁</translation>
    </message>
    <message>
        <source>Layout &amp;Demo</source>
        <translation>布局：展示(&amp;D)</translation>
    </message>
    <message>
        <source>Large letters and a large timeline, for those who watch</source>
        <translation>大字号和大时间线，便于观看</translation>
    </message>
    <message>
        <source>Layout De&amp;bug</source>
        <translation>布局：排错(&amp;B)</translation>
    </message>
    <message>
        <source>A wide inspector above the controllers</source>
        <translation>检查器加宽，控制器位于其下</translation>
    </message>
    <message>
        <source>&amp;Present</source>
        <translation>演示(&amp;P)</translation>
    </message>
    <message>
        <source>Begin or end the full screen with large letters, without menus</source>
        <translation>开始或结束大字号、无菜单的全屏显示</translation>
    </message>
    <message>
        <source>&amp;Open another cluster…</source>
        <translation>打开其他集群(&amp;O)…</translation>
    </message>
    <message>
        <source>Choose among the labs of this computer and the contexts of all kubeconfigs</source>
        <translation>从本机的实验室和所有 kubeconfig 的上下文中选择</translation>
    </message>
    <message>
        <source>&amp;Retry the connection now</source>
        <translation>立即重试连接(&amp;R)</translation>
    </message>
    <message>
        <source>Do not wait for the next attempt</source>
        <translation>不等待下一次尝试</translation>
    </message>
    <message>
        <source>&amp;Replay the recovery</source>
        <translation>重放恢复(&amp;R)</translation>
    </message>
    <message>
        <source>Show the chosen recovery, or the last one, again as it was</source>
        <translation>按原样再次显示所选的恢复，否则显示最近一次</translation>
    </message>
    <message>
        <source>Next &amp;mark of the replay</source>
        <translation>重放的下一个标记(&amp;M)</translation>
    </message>
    <message>
        <source>Go to where something happens next in the replay</source>
        <translation>跳到重放中下一个有事发生的时刻</translation>
    </message>
    <message>
        <source>Recor&amp;d a scenario</source>
        <translation>录制场景(&amp;D)</translation>
    </message>
    <message>
        <source>Begin or end to write down as a scenario what you do</source>
        <translation>开始或结束把操作记录为场景</translation>
    </message>
    <message>
        <source>&amp;Slower</source>
        <translation>减速(&amp;S)</translation>
    </message>
    <message>
        <source>Let the lab&apos;s time, or the replay, run slower</source>
        <translation>让实验室时间或重放变慢</translation>
    </message>
    <message>
        <source>&amp;Faster</source>
        <translation>加速(&amp;F)</translation>
    </message>
    <message>
        <source>Let the lab&apos;s time, or the replay, run faster</source>
        <translation>让实验室时间或重放变快</translation>
    </message>
    <message>
        <source>&amp;Pause time, or go on</source>
        <translation>暂停时间，或继续(&amp;P)</translation>
    </message>
    <message>
        <source>Pause the lab&apos;s time, or the replay, or let it go on</source>
        <translation>暂停实验室时间或重放，或让其继续</translation>
    </message>
    <message>
        <source>P&amp;ace</source>
        <translation>速度(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>设置(&amp;S)…</translation>
    </message>
    <message>
        <source>Choose how the window looks and behaves</source>
        <translation>选择窗口的外观和行为</translation>
    </message>
    <message>
        <source>List what was done in this window, and take it back where that can be</source>
        <translation>列出在此窗口中做过的操作，可撤销的可以撤销</translation>
    </message>
    <message>
        <source>&amp;Log</source>
        <translation>日志(&amp;L)</translation>
    </message>
    <message>
        <source>Show what the program itself logs</source>
        <translation>显示程序自身的日志</translation>
    </message>
    <message>
        <source>Copy &amp;diagnostics</source>
        <translation>复制诊断信息(&amp;D)</translation>
    </message>
    <message>
        <source>Copy what helps to find an error of the program, without names and secrets</source>
        <translation>复制有助于查找程序错误的信息，不含姓名和机密</translation>
    </message>
    <message>
        <source>Reco&amp;veries</source>
        <translation>恢复记录(&amp;V)</translation>
    </message>
    <message>
        <source>List the failures, with the story of each</source>
        <translation>列出各次故障及其经过</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>导览(&amp;T)</translation>
    </message>
    <message>
        <source>Six steps: break a machine, see it heal, go back in time</source>
        <translation>六个步骤：弄坏一台机器，看它恢复，回到过去</translation>
    </message>
    <message>
        <source>Skip a &amp;step of the tour</source>
        <translation>跳过导览的一步(&amp;S)</translation>
    </message>
    <message>
        <source>Go to the next step of the tour without doing this one</source>
        <translation>不做这一步，直接进入导览的下一步</translation>
    </message>
    <message>
        <source>&amp;Go to…</source>
        <translation>转到(&amp;G)…</translation>
    </message>
    <message>
        <source>Type where to go: a table, a cluster</source>
        <translation>输入去处：一个表或一个集群</translation>
    </message>
    <message>
        <source>Next row</source>
        <translation>下一行</translation>
    </message>
    <message>
        <source>Go to the next row</source>
        <translation>转到下一行</translation>
    </message>
    <message>
        <source>Previous row</source>
        <translation>上一行</translation>
    </message>
    <message>
        <source>Go to the row before</source>
        <translation>转到上一行</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>第一行</translation>
    </message>
    <message>
        <source>Go to the first row</source>
        <translation>转到第一行</translation>
    </message>
    <message>
        <source>Last row</source>
        <translation>最后一行</translation>
    </message>
    <message>
        <source>Go to the last row</source>
        <translation>转到最后一行</translation>
    </message>
    <message>
        <source>Half a page down</source>
        <translation>向下半页</translation>
    </message>
    <message>
        <source>Go half a page down</source>
        <translation>向下移动半页</translation>
    </message>
    <message>
        <source>Half a page up</source>
        <translation>向上半页</translation>
    </message>
    <message>
        <source>Go half a page up</source>
        <translation>向上移动半页</translation>
    </message>
    <message>
        <source>Fit the chart</source>
        <translation>图表适合窗口</translation>
    </message>
    <message>
        <source>Show all of the time in the chart</source>
        <translation>在图表中显示全部时间</translation>
    </message>
    <message>
        <source>Chart: closer</source>
        <translation>图表：放大</translation>
    </message>
    <message>
        <source>Show less time in the chart, more closely</source>
        <translation>在图表中更细地显示较短的时间</translation>
    </message>
    <message>
        <source>Chart: wider</source>
        <translation>图表：缩小</translation>
    </message>
    <message>
        <source>Show more time in the chart</source>
        <translation>在图表中显示更长的时间</translation>
    </message>
    <message>
        <source>Chart: follow now</source>
        <translation>图表：跟随当前</translation>
    </message>
    <message>
        <source>Let the chart follow what happens now</source>
        <translation>让图表跟随当前发生的事情</translation>
    </message>
    <message>
        <source>The past is shown, where nothing can be changed. Go back to live first (%1).</source>
        <translation>显示的是过去，无法更改任何内容。请先回到实时（%1）。</translation>
    </message>
    <message>
        <source>Wh&amp;at was done</source>
        <translation>做过的操作(&amp;A)</translation>
    </message>
    <message>
        <source>Do wha&amp;t the notice offers</source>
        <translation>执行通知提供的操作(&amp;T)</translation>
    </message>
    <message>
        <source>Do what the button of the newest notice does</source>
        <translation>执行最新通知中按钮的操作</translation>
    </message>
    <message>
        <source>Clos&amp;e the notice</source>
        <translation>关闭通知(&amp;E)</translation>
    </message>
    <message>
        <source>Take the newest notice away</source>
        <translation>移除最新的通知</translation>
    </message>
    <message>
        <source>&amp;Wall and table</source>
        <translation>机器墙和表格(&amp;W)</translation>
    </message>
    <message>
        <source>All machines as tiles, and in a table</source>
        <translation>以图块和表格显示所有机器</translation>
    </message>
    <message>
        <source>&amp;Table alone</source>
        <translation>仅表格(&amp;T)</translation>
    </message>
    <message>
        <source>The table of machines alone</source>
        <translation>只显示机器表格</translation>
    </message>
    <message>
        <source>Wall &amp;alone</source>
        <translation>仅机器墙(&amp;A)</translation>
    </message>
    <message>
        <source>All machines as tiles, in colours of your choice</source>
        <translation>以图块显示所有机器，颜色可选</translation>
    </message>
    <message>
        <source>Clear the &amp;filter</source>
        <translation>清除筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Show all rows of the table</source>
        <translation>显示表格的所有行</translation>
    </message>
    <message>
        <source>Show the &amp;sets</source>
        <translation>显示机器集(&amp;S)</translation>
    </message>
    <message>
        <source>Go to the table of sets</source>
        <translation>转到机器集表格</translation>
    </message>
    <message>
        <source>&amp;Next match</source>
        <translation>下一个匹配(&amp;N)</translation>
    </message>
    <message>
        <source>Go to the next row that has what was searched for</source>
        <translation>转到下一个含有所搜内容的行</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Go to the row before that has what was searched for</source>
        <translation>转到上一个含有所搜内容的行</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>Go back to the table and the row of before</source>
        <translation>回到先前的表格和行</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>Go to the table and the row from which you went back</source>
        <translation>转到后退之前的表格和行</translation>
    </message>
    <message>
        <source>All &amp;columns</source>
        <translation>所有列(&amp;C)</translation>
    </message>
    <message>
        <source>Show all columns of the table, or those of before</source>
        <translation>显示表格的所有列，或恢复先前的列</translation>
    </message>
    <message>
        <source>New &amp;health check…</source>
        <translation>新建健康检查(&amp;H)…</translation>
    </message>
    <message>
        <source>Create a MachineHealthCheck, so that failed machines are replaced</source>
        <translation>创建 MachineHealthCheck，以便替换失效的机器</translation>
    </message>
    <message>
        <source>&amp;Turn on what machines need…</source>
        <translation>打开机器所需的控制器(&amp;T)…</translation>
    </message>
    <message>
        <source>Let the controllers run that make, link and replace machines</source>
        <translation>运行创建、关联和替换机器的控制器</translation>
    </message>
    <message>
        <source>Lar&amp;ger text</source>
        <translation>放大文字(&amp;G)</translation>
    </message>
    <message>
        <source>Make all text of the window larger</source>
        <translation>放大窗口的所有文字</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>缩小文字(&amp;S)</translation>
    </message>
    <message>
        <source>Make all text of the window smaller</source>
        <translation>缩小窗口的所有文字</translation>
    </message>
    <message>
        <source>&amp;Usual text size</source>
        <translation>默认文字大小(&amp;U)</translation>
    </message>
    <message>
        <source>Make all text as large as the system has it</source>
        <translation>使所有文字与系统大小一致</translation>
    </message>
    <message>
        <source>How many machines shall %1 have?</source>
        <translation>%1 应有多少台机器？</translation>
    </message>
    <message>
        <source>How many machines shall each of these have: %1?</source>
        <translation>以下各项应各有多少台机器：%1？</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>A replacement is Ready about %1 later.</source>
        <translation>替代机器约 %1 后 Ready。</translation>
    </message>
    <message>
        <source>Copy as YAML</source>
        <translation>复制为 YAML</translation>
    </message>
    <message>
        <source>Copy the whole objects as YAML</source>
        <translation>将完整对象复制为 YAML</translation>
    </message>
    <message>
        <source>&amp;Lock or unlock…</source>
        <translation>锁定或解锁(&amp;L)…</translation>
    </message>
    <message>
        <source>Let the window change the cluster for a while, or lock it against changes</source>
        <translation>允许窗口在一段时间内更改集群，或将其锁定</translation>
    </message>
    <message>
        <source>Mark the row</source>
        <translation>标记该行</translation>
    </message>
    <message>
        <source>Mark the row, or unmark it: what is marked stays chosen while you move</source>
        <translation>标记该行或取消标记：移动时已标记的行保持选中</translation>
    </message>
    <message>
        <source>Not connected yet: nothing can be changed.</source>
        <translation>尚未连接：无法更改任何内容。</translation>
    </message>
    <message>
        <source>The window was opened read-only: nothing can be changed.</source>
        <translation>窗口以只读方式打开：无法更改任何内容。</translation>
    </message>
    <message>
        <source>Locked: nothing can be changed in %1. Unlock it at the top right first (%2).</source>
        <translation>已锁定：无法更改 %1 中的任何内容。请先在右上角解锁（%2）。</translation>
    </message>
    <message numerus="yes">
        <source>%n machines are deleted along with that.</source>
        <translation>
            <numerusform>%n 台机器会一并删除。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The sets and %n machines are deleted along with that.</source>
        <translation>
            <numerusform>其集合和 %n 台机器会一并删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>In the cluster %1 (%2).</source>
        <translation>在集群 %1（%2）中。</translation>
    </message>
    <message>
        <source>E&amp;xport the timeline…</source>
        <translation>导出时间线(&amp;X)…</translation>
    </message>
    <message>
        <source>Keep what the chart shows as a picture, a table, JSON or a report</source>
        <translation>将图表显示的内容保存为图片、表格、JSON 或报告</translation>
    </message>
</context>
<context>
    <name>ui::Activity</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>To take it back</source>
        <translation>撤销方式</translation>
    </message>
    <message>
        <source>under way</source>
        <translation>正在处理</translation>
    </message>
    <message>
        <source>The cluster was exchanged before it answered.</source>
        <translation>集群在应答之前被更换了。</translation>
    </message>
</context>
<context>
    <name>ui::ActivityPanel</name>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Copy as kubectl</source>
        <translation>复制为 kubectl</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
</context>
<context>
    <name>ui::ApplyDialog</name>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Apply YAML</source>
        <translation>应用 YAML</translation>
    </message>
    <message>
        <source>YAML to apply</source>
        <translation>要应用的 YAML</translation>
    </message>
    <message>
        <source>Paste objects here, separated by ---</source>
        <translation>在此粘贴对象，以 --- 分隔</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>This is what you wrote last and did not apply.</source>
        <translation>这是上次编写但未应用的内容。</translation>
    </message>
    <message>
        <source>Objects: %1</source>
        <translation>对象：%1</translation>
    </message>
    <message>
        <source>Sent, waiting for the answer …</source>
        <translation>已发送，等待应答…</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>The server is being asked …</source>
        <translation>正在询问服务器…</translation>
    </message>
</context>
<context>
    <name>ui::Callout</name>
    <message>
        <source>Skip</source>
        <translation>跳过</translation>
    </message>
    <message>
        <source>End (Esc)</source>
        <translation>结束（Esc）</translation>
    </message>
</context>
<context>
    <name>ui::CaptionBar</name>
    <message>
        <source>All that it claims holds.</source>
        <translation>所声称的全部成立。</translation>
    </message>
    <message>
        <source>It did not come to its end.</source>
        <translation>它没有进行到底。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Take one step of the paused scenario</source>
        <translation>执行已暂停场景的一步</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Go on with the steps that are left</source>
        <translation>继续执行剩余的步骤</translation>
    </message>
    <message>
        <source>Begin no other step; the one under way goes on</source>
        <translation>不开始新的步骤；进行中的步骤继续</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3 · paused</source>
        <translation>%1 · 第 %2 步，共 %3 步 · 已暂停</translation>
    </message>
    <message>
        <source>%1 · step %2 of %3</source>
        <translation>%1 · 第 %2 步，共 %3 步</translation>
    </message>
    <message>
        <source>%1 · done</source>
        <translation>%1 · 完成</translation>
    </message>
    <message>
        <source>%1 · failed</source>
        <translation>%1 · 失败</translation>
    </message>
</context>
<context>
    <name>ui::CellDelegate</name>
    <message>
        <source>Enter applies, Esc cancels</source>
        <translation>Enter 应用，Esc 取消</translation>
    </message>
</context>
<context>
    <name>ui::ChangeOrders</name>
    <message>
        <source>scale %1 to %2</source>
        <translation>将 %1 扩缩到 %2</translation>
    </message>
    <message>
        <source>Scale back to %1</source>
        <translation>扩缩回 %1</translation>
    </message>
    <message>
        <source>pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>resume %1</source>
        <translation>继续 %1</translation>
    </message>
    <message>
        <source>pausing</source>
        <translation>正在暂停</translation>
    </message>
    <message>
        <source>resuming</source>
        <translation>正在继续</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>change the provider config of %1</source>
        <translation>更改 %1 的提供商配置</translation>
    </message>
    <message>
        <source>read %1</source>
        <translation>读取 %1</translation>
    </message>
    <message>
        <source>change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Could not undo the change of %1: %2</source>
        <translation>无法撤销对 %1 的更改：%2</translation>
    </message>
    <message>
        <source>another object of that name has come</source>
        <translation>已出现另一个同名对象</translation>
    </message>
    <message>
        <source>%1 was changed since</source>
        <translation>%1 此后已被更改</translation>
    </message>
    <message>
        <source>%1 is as it was before the change.</source>
        <translation>%1 已恢复到更改之前的状态。</translation>
    </message>
    <message numerus="yes">
        <source>Scaled %n sets or deployments to %1</source>
        <translation>
            <numerusform>已将 %n 个 机器集或部署扩缩到 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Scale all back</source>
        <translation>全部扩缩回去</translation>
    </message>
    <message numerus="yes">
        <source>Scaled %n sets or deployments back</source>
        <translation>
            <numerusform>已将 %n 个 机器集或部署扩缩回去</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paused %n deployments</source>
        <translation>
            <numerusform>已暂停 %n 个部署</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Resumed %n deployments</source>
        <translation>
            <numerusform>已继续 %n 个部署</numerusform>
        </translation>
    </message>
    <message>
        <source>Not scaled: %1 was scaled elsewhere, or is gone, since you were asked.</source>
        <translation>未扩缩：询问之后，%1 已在别处被扩缩或已不存在。</translation>
    </message>
    <message>
        <source>At most %L1 machines fit into this lab (see --max-machines).</source>
        <translation>此实验室最多容纳 %L1 台机器（见 --max-machines）。</translation>
    </message>
    <message>
        <source>The window asks for at most %L1 machines.</source>
        <translation>窗口最多请求 %L1 台机器。</translation>
    </message>
    <message>
        <source>Not scaled to %1: %2</source>
        <translation>未扩缩到 %1：%2</translation>
    </message>
    <message>
        <source>%1 in the cluster %2 (%3)?</source>
        <translation>在集群 %2（%3）中执行：%1？</translation>
    </message>
    <message numerus="yes">
        <source>%n deployments</source>
        <translation>
            <numerusform>%n 个部署</numerusform>
        </translation>
    </message>
    <message>
        <source>Pause %1</source>
        <translation>暂停 %1</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Undo the change of the provider config of %1</source>
        <translation>撤销对 %1 的提供商配置的更改</translation>
    </message>
    <message>
        <source>Undo the change of %1</source>
        <translation>撤销对 %1 的更改</translation>
    </message>
    <message>
        <source>Changed %1</source>
        <translation>已更改 %1</translation>
    </message>
</context>
<context>
    <name>ui::Columns</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Desired</source>
        <translation>期望</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订版本</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>已冻结</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>%1/%2 up to date</source>
        <translation>%1/%2 最新</translation>
    </message>
    <message>
        <source>%1 old</source>
        <translation>%1 旧</translation>
    </message>
    <message>
        <source>%1 available</source>
        <translation>%1 可用</translation>
    </message>
    <message>
        <source>, surge %1</source>
        <translation>，额外 %1</translation>
    </message>
    <message>
        <source>, unavailable %1</source>
        <translation>，不可用 %1</translation>
    </message>
    <message>
        <source>Up to date</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进展</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>no node yet</source>
        <translation>还没有节点</translation>
    </message>
    <message>
        <source>interruptions in 10 minutes: %1</source>
        <translation>10 分钟内中断次数：%1</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Node health</source>
        <translation>节点健康</translation>
    </message>
    <message>
        <source>Last 10 min</source>
        <translation>最近 10 分钟</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>机器集</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>接下来会发生什么</translation>
    </message>
    <message>
        <source>Last operation</source>
        <translation>上次操作</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Kubelet</source>
        <translation>Kubelet</translation>
    </message>
    <message>
        <source>%1/%2 Ready</source>
        <translation>%1/%2 Ready</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 故障</translation>
    </message>
    <message>
        <source>%1 NotReady</source>
        <translation>%1 NotReady</translation>
    </message>
    <message>
        <source>%1 Unknown</source>
        <translation>%1 Unknown</translation>
    </message>
    <message>
        <source>%1 deleting</source>
        <translation>%1 删除中</translation>
    </message>
    <message>
        <source>%1 provisioning</source>
        <translation>%1 准备中</translation>
    </message>
    <message>
        <source>%1 booting</source>
        <translation>%1 启动中</translation>
    </message>
    <message>
        <source>invalid provider config</source>
        <translation>提供商配置无效</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Nodes fail</source>
        <translation>节点失效</translation>
    </message>
    <message>
        <source>%1/%2 healthy</source>
        <translation>%1/%2 健康</translation>
    </message>
    <message>
        <source>%1, held back</source>
        <translation>%1，暂缓</translation>
    </message>
    <message>
        <source>going on</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>healed by itself</source>
        <translation>自行恢复</translation>
    </message>
    <message>
        <source>gone, not replaced</source>
        <translation>已消失，未替换</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>尚未</translation>
    </message>
    <message>
        <source>for</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>%1=%2 for %3</source>
        <translation>%1=%2 达 %3</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>提供商</translation>
    </message>
    <message>
        <source>Machines of it</source>
        <translation>其机器</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Secret</translation>
    </message>
    <message>
        <source>%1/%1 healthy, held back</source>
        <translation>%1/%1 健康，暂缓</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Max unhealthy</source>
        <translation>最多不健康</translation>
    </message>
    <message>
        <source>May replace</source>
        <translation>可替换</translation>
    </message>
    <message>
        <source>Replaces a machine when</source>
        <translation>替换机器的条件</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Looks after machines with</source>
        <translation>照看带有以下标签的机器</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>最近出现</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>恢复用时</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Replaced in</source>
        <translation>替换用时</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>起因</translation>
    </message>
    <message>
        <source>Replaced by</source>
        <translation>替换者</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>10 min</source>
        <translation>10 分钟</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>接下来</translation>
    </message>
    <message>
        <source>healed</source>
        <translation>已恢复</translation>
    </message>
</context>
<context>
    <name>ui::CommandPalette</name>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Search or command</source>
        <translation>搜索或命令</translation>
    </message>
    <message>
        <source>Search, or a command: scale workers 50, not-ready workers-x7k2p for 20s</source>
        <translation>搜索，或输入命令：scale workers 50、not-ready workers-x7k2p for 20s</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Filter the table: %1</source>
        <translation>筛选表格：%1</translation>
    </message>
    <message>
        <source>Show everything as it was at %1</source>
        <translation>显示 %1 时的一切</translation>
    </message>
    <message>
        <source>Scale %1</source>
        <translation>扩缩 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>机群</translation>
    </message>
    <message>
        <source>for the nodes of what is chosen</source>
        <translation>用于所选对象的节点</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Nothing is found for %1.</source>
        <translation>未找到“%1”。</translation>
    </message>
    <message>
        <source>Copy the line for kubectl that lists the pods</source>
        <translation>复制列出 Pod 的 kubectl 命令行</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Scenario: %1</source>
        <translation>场景：%1</translation>
    </message>
    <message>
        <source>Show what it does, to run it</source>
        <translation>显示其内容，以便运行</translation>
    </message>
    <message>
        <source>Enter runs · Tab completes · Esc closes</source>
        <translation>Enter 执行 · Tab 补全 · Esc 关闭</translation>
    </message>
    <message>
        <source>actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>namespaces</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>faults and scenarios</source>
        <translation>故障和场景</translation>
    </message>
    <message>
        <source>help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>show this namespace alone</source>
        <translation>只显示此命名空间</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L2 中的 %L1</translation>
    </message>
    <message>
        <source>Choose a machine, a node, a set or a deployment first, which shall fail.</source>
        <translation>请先选择要使其出故障的机器、节点、机器集或部署。</translation>
    </message>
    <message>
        <source>what this sign finds</source>
        <translation>此符号查找的内容</translation>
    </message>
    <message>
        <source>the key of this action</source>
        <translation>此操作的按键</translation>
    </message>
    <message>
        <source>a time such as 14:03 or 14:03:20 is expected, and nothing more</source>
        <translation>此处应为 14:03 或 14:03:20 这样的时间，后面不能再有内容</translation>
    </message>
    <message>
        <source>the name of a set or deployment is expected</source>
        <translation>此处应为机器集或部署的名称</translation>
    </message>
    <message>
        <source>a number of machines from 0 to %L1 is expected</source>
        <translation>此处应为 0 到 %L1 的机器数量</translation>
    </message>
    <message>
        <source>the name of a node, or of a machine with one, is expected</source>
        <translation>此处应为节点或有节点的机器的名称</translation>
    </message>
    <message>
        <source>the name of such an object is expected</source>
        <translation>此处应为这类对象的名称</translation>
    </message>
    <message>
        <source>topic of the guide</source>
        <translation>指南主题</translation>
    </message>
    <message>
        <source>Sort by %1</source>
        <translation>按 %1 排序</translation>
    </message>
    <message>
        <source>Once more turns the rows round</source>
        <translation>再次执行则反转顺序</translation>
    </message>
    <message>
        <source>nothing more is expected</source>
        <translation>此处不应再有内容</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
    <message>
        <source>Experiment: %1</source>
        <translation>实验：%1</translation>
    </message>
    <message>
        <source>Show what it asks, to run it</source>
        <translation>显示其问题以便运行</translation>
    </message>
    <message>
        <source>Pause the scenario</source>
        <translation>暂停场景</translation>
    </message>
    <message>
        <source>Continue the scenario</source>
        <translation>继续场景</translation>
    </message>
    <message>
        <source>Take one step of the scenario</source>
        <translation>执行场景的一个步骤</translation>
    </message>
    <message>
        <source>Carry the scenario out on this cluster</source>
        <translation>在此集群上运行该场景</translation>
    </message>
    <message>
        <source>the name of a scenario is expected</source>
        <translation>此处应为场景的名称</translation>
    </message>
    <message>
        <source>no scenario is paused</source>
        <translation>没有已暂停的场景</translation>
    </message>
    <message>
        <source>Only a lab&apos;s time has a pace.</source>
        <translation>只有实验室的时间才有速度。</translation>
    </message>
    <message>
        <source>How fast the lab&apos;s time runs</source>
        <translation>实验室时间运行的快慢</translation>
    </message>
    <message>
        <source>a pace from 0 to 1000 is expected, such as 10 or 1/4</source>
        <translation>应为 0 到 1000 的速度，例如 10 或 1/4</translation>
    </message>
    <message>
        <source>Let time go on</source>
        <translation>让时间继续</translation>
    </message>
</context>
<context>
    <name>ui::CommandSender</name>
    <message numerus="yes">
        <source>%n nodes</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>roll %1 back to revision %2</source>
        <translation>将 %1 回滚到修订版本 %2</translation>
    </message>
    <message>
        <source>rolling back</source>
        <translation>正在回滚</translation>
    </message>
    <message>
        <source>make %1 %2</source>
        <translation>使 %1 变为 %2</translation>
    </message>
    <message numerus="yes">
        <source>%n nodes told to fail</source>
        <translation>
            <numerusform>已让 %n 个节点失效</numerusform>
        </translation>
    </message>
    <message>
        <source>Heal</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Heal all</source>
        <translation>全部恢复</translation>
    </message>
    <message>
        <source>heal %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>make all nodes of zone %1 %2</source>
        <translation>使区域 %1 的所有节点变为 %2</translation>
    </message>
    <message>
        <source>heal all nodes of zone %1</source>
        <translation>恢复区域 %1 的所有节点</translation>
    </message>
    <message>
        <source>delete %1</source>
        <translation>删除 %1</translation>
    </message>
    <message>
        <source>deleting</source>
        <translation>正在删除</translation>
    </message>
    <message>
        <source>create the MachineSet %1</source>
        <translation>创建 MachineSet %1</translation>
    </message>
    <message>
        <source>apply the YAML</source>
        <translation>应用 YAML</translation>
    </message>
    <message>
        <source>switch %1 on</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>switch %1 off</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>install the prerequisites</source>
        <translation>安装先决条件</translation>
    </message>
    <message>
        <source>change the pace</source>
        <translation>更改速度</translation>
    </message>
    <message>
        <source>step</source>
        <translation>前进一步</translation>
    </message>
    <message>
        <source>run the scenario %1</source>
        <translation>运行场景 %1</translation>
    </message>
    <message>
        <source>stop the scenario</source>
        <translation>停止场景</translation>
    </message>
    <message>
        <source>pause the scenario</source>
        <translation>暂停场景</translation>
    </message>
    <message>
        <source>continue the scenario</source>
        <translation>继续场景</translation>
    </message>
    <message>
        <source>take one step of the scenario</source>
        <translation>执行场景的一步</translation>
    </message>
    <message numerus="yes">
        <source>Switched %n controllers on</source>
        <translation>
            <numerusform>已打开 %n 个控制器</numerusform>
        </translation>
    </message>
    <message>
        <source>try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Fail again</source>
        <translation>再次失效</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Its set makes another one.</source>
        <translation>所属的机器集会再建一台。</translation>
    </message>
    <message>
        <source>No set owns it: it will not come back.</source>
        <translation>它不属于任何机器集：不会重建。</translation>
    </message>
    <message numerus="yes">
        <source>Deleted %n objects</source>
        <translation>
            <numerusform>已删除 %n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>Their sets make others.</source>
        <translation>所属的机器集会再建。</translation>
    </message>
    <message>
        <source>Installed the prerequisites</source>
        <translation>已安装先决条件</translation>
    </message>
</context>
<context>
    <name>ui::CompareDialog</name>
    <message>
        <source>created</source>
        <translation>已创建</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>Compare two moments</source>
        <translation>比较两个时刻</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>What is different</source>
        <translation>有何不同</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>Nothing was different.</source>
        <translation>没有不同。</translation>
    </message>
    <message>
        <source>%1 created, %2 deleted, %3 changed</source>
        <translation>创建 %1，删除 %2，更改 %3</translation>
    </message>
    <message>
        <source>%1 to %2: %3</source>
        <translation>%1 到 %2：%3</translation>
    </message>
    <message>
        <source> (the first %1 are listed)</source>
        <translation>（列出前 %1 个）</translation>
    </message>
    <message numerus="yes">
        <source>%n events</source>
        <translation>
            <numerusform>%n 个事件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ConditionRows</name>
    <message>
        <source>A&amp;dd a condition</source>
        <translation>添加条件(&amp;D)</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>How long</source>
        <translation>多久</translation>
    </message>
    <message>
        <source>Remove this condition</source>
        <translation>移除此条件</translation>
    </message>
    <message>
        <source>for</source>
        <comment>a condition lasts for 5 minutes</comment>
        <translation>持续</translation>
    </message>
</context>
<context>
    <name>ui::ConfigDialog</name>
    <message>
        <source>New MachineSet</source>
        <translation>新建 MachineSet</translation>
    </message>
    <message>
        <source>Provider config of %1</source>
        <translation>%1 的提供商配置</translation>
    </message>
    <message>
        <source>Theirs now</source>
        <translation>对方现在的</translation>
    </message>
    <message>
        <source>Both began with</source>
        <translation>双方最初的</translation>
    </message>
    <message>
        <source>Provider config as YAML</source>
        <translation>YAML 形式的提供商配置</translation>
    </message>
    <message>
        <source>required: lower-case letters, digits, -</source>
        <translation>必填：小写字母、数字、-</translation>
    </message>
    <message>
        <source>with a &amp;health check that replaces failed machines</source>
        <translation>带有替换故障机器的健康检查(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名称(&amp;N)</translation>
    </message>
    <message>
        <source>Name&amp;space</source>
        <translation>命名空间(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Machines</source>
        <translation>机器(&amp;M)</translation>
    </message>
    <message>
        <source>Take &amp;theirs</source>
        <translation>采用对方的(&amp;T)</translation>
    </message>
    <message>
        <source>Forget what is written here</source>
        <translation>放弃此处编写的内容</translation>
    </message>
    <message>
        <source>&amp;Keep mine</source>
        <translation>保留我的(&amp;K)</translation>
    </message>
    <message>
        <source>Apply replaces their change</source>
        <translation>“应用”会替换对方的更改</translation>
    </message>
    <message>
        <source>&amp;Create</source>
        <translation>创建(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1. The form follows when it is mended.</source>
        <translation>%1。修正后表单会跟上。</translation>
    </message>
    <message>
        <source>Sent, waiting for the answer …</source>
        <translation>已发送，等待应答…</translation>
    </message>
    <message>
        <source>Problems: %1, see below the fields.</source>
        <translation>问题：%1，见各字段下方。</translation>
    </message>
    <message>
        <source>This is what you wrote last and did not apply.</source>
        <translation>这是上次编写但未应用的内容。</translation>
    </message>
    <message>
        <source>Nothing changed.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>Based on version %1. Every machine is replaced by one that has it.</source>
        <translation>基于版本 %1。每台机器都将被采用新配置的机器替换。</translation>
    </message>
    <message>
        <source>Based on version %1. New machines get it; old ones stay as they are.</source>
        <translation>基于版本 %1。新机器采用它；旧机器保持原样。</translation>
    </message>
    <message>
        <source>The %1 was deleted meanwhile. What you wrote is still here.</source>
        <translation>%1 在此期间已被删除。编写的内容仍在这里。</translation>
    </message>
    <message>
        <source>Not applied: the %1 changed meanwhile. Nothing you wrote is lost; check it and apply again.</source>
        <translation>未应用：%1 在此期间已被更改。编写的内容没有丢失；请检查后再次应用。</translation>
    </message>
    <message>
        <source>&amp;Join both</source>
        <translation>合并两者(&amp;J)</translation>
    </message>
    <message>
        <source>What they changed joins what is written here</source>
        <translation>将对方的更改并入此处所写内容</translation>
    </message>
    <message>
        <source>A name is missing.</source>
        <translation>缺少名称。</translation>
    </message>
    <message>
        <source>Somebody changed %1 meanwhile. What you wrote is still here.</source>
        <translation>有人在此期间更改了 %1。编写的内容仍在这里。</translation>
    </message>
    <message>
        <source>You changed %1 too.</source>
        <translation>这里也更改了 %1。</translation>
    </message>
    <message>
        <source>The server is being asked …</source>
        <translation>正在询问服务器…</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
</context>
<context>
    <name>ui::ConfigDocument</name>
    <message>
        <source>A provider config is a list of &quot;name: value&quot; lines.</source>
        <translation>提供商配置是由“name: value”形式的行组成的列表。</translation>
    </message>
    <message>
        <source>is no field of a provider config</source>
        <translation>不是提供商配置的字段</translation>
    </message>
</context>
<context>
    <name>ui::ConfigForm</name>
    <message>
        <source>Times: 250ms, 40s, 5m, 1h30m. Memory: bytes, Mi or Gi.</source>
        <translation>时间：250ms、40s、5m、1h30m。内存：字节、Mi 或 Gi。</translation>
    </message>
    <message>
        <source>fails only when told to, or by its recipe</source>
        <translation>只按命令或按其配方失效</translation>
    </message>
    <message>
        <source>turns unhealthy once, after a time</source>
        <translation>经过一段时间后变为不健康一次</translation>
    </message>
    <message>
        <source>healthy and unhealthy in turn</source>
        <translation>健康与不健康交替</translation>
    </message>
    <message>
        <source>both flags are set: choose</source>
        <translation>两个标志都已设置：请选择</translation>
    </message>
    <message>
        <source>&amp;Node</source>
        <translation>节点(&amp;N)</translation>
    </message>
    <message>
        <source>Effect: %1</source>
        <translation>效果：%1</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
    <message>
        <source>Back to the default: %1</source>
        <translation>恢复默认值：%1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>ui::ConfigWords</name>
    <message>
        <source>unhealthy at once, for good</source>
        <translation>立即不健康，不再恢复</translation>
    </message>
    <message>
        <source>unhealthy after %1, for good</source>
        <translation>%1 后不健康，不再恢复</translation>
    </message>
    <message>
        <source>unhealthy %1, healthy %2, in turn</source>
        <translation>不健康 %1、健康 %2，交替进行</translation>
    </message>
    <message>
        <source>only when told to</source>
        <translation>只按命令</translation>
    </message>
    <message>
        <source>%1 CPU, %2</source>
        <translation>%1 CPU，%2</translation>
    </message>
    <message>
        <source>at once when asked for</source>
        <translation>请求后立即</translation>
    </message>
    <message>
        <source>%1 after it was asked for</source>
        <translation>请求后 %1</translation>
    </message>
</context>
<context>
    <name>ui::ContextBar</name>
    <message>
        <source>Not connected yet</source>
        <translation>尚未连接</translation>
    </message>
    <message>
        <source>LAB</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>The cluster inside this program</source>
        <translation>此程序内的集群</translation>
    </message>
    <message>
        <source>EXTERNAL</source>
        <translation>外部</translation>
    </message>
    <message>
        <source>A real cluster: changes are real</source>
        <translation>真实的集群：更改是真实的</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Search everything, or type a command</source>
        <translation>搜索一切，或输入命令</translation>
    </message>
    <message>
        <source>Pause time</source>
        <translation>暂停时间</translation>
    </message>
    <message>
        <source>Time runs as on the wall</source>
        <translation>时间与时钟同步</translation>
    </message>
    <message>
        <source>Ten times as fast</source>
        <translation>快十倍</translation>
    </message>
    <message>
        <source>A hundred times as fast</source>
        <translation>快一百倍</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Run what is due next, while time is paused</source>
        <translation>时间暂停时，执行下一件到期的事</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>read only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Showing %1 · %2 · End = live</source>
        <translation>正在显示 %1 · %2 · End = 实时</translation>
    </message>
    <message>
        <source>%1 · End = live</source>
        <translation>%1 · End = 实时</translation>
    </message>
    <message>
        <source>Copy kubectl line</source>
        <translation>复制 kubectl 命令行</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>connection lost at %1 · %2</source>
        <translation>%1 失去连接 · %2</translation>
    </message>
    <message>
        <source>lost %1 · %2</source>
        <translation>失去连接 %1 · %2</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>%1 of %2 watches live</source>
        <translation>%2 个监视中有 %1 个实时</translation>
    </message>
    <message>
        <source>retry in %1</source>
        <translation>%1 后重试</translation>
    </message>
    <message>
        <source>retrying now</source>
        <translation>正在重试</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>reaches %1</source>
        <translation>达到 %1</translation>
    </message>
    <message>
        <source>This computer can&apos;t run time faster now; nothing is skipped.</source>
        <translation>此计算机现在无法让时间走得更快；没有跳过任何事。</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>已锁定</translation>
    </message>
    <message>
        <source>Unlocked</source>
        <translation>已解锁</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Unlocked, %1 left</source>
        <translation>已解锁，还剩 %1</translation>
    </message>
    <message>
        <source>The window changes nothing. Click to unlock.</source>
        <translation>窗口不作任何更改。点击以解锁。</translation>
    </message>
    <message>
        <source>Click to lock against changes.</source>
        <translation>点击以锁定，防止更改。</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Let this window change objects in the cluster %1?</source>
        <translation>允许此窗口更改集群 %1 中的对象？</translation>
    </message>
    <message>
        <source>Another cluster</source>
        <translation>另一个集群</translation>
    </message>
    <message>
        <source>Another cluster than before answers at %1. Go on with it?</source>
        <translation>在 %1 应答的集群与之前不同。是否继续使用它？</translation>
    </message>
    <message>
        <source>Nothing was written to it, and every controller was switched off. It opens locked.</source>
        <translation>没有向它写入任何内容，所有控制器都已关闭。它以锁定状态打开。</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Retry now</source>
        <translation>立即重试</translation>
    </message>
    <message>
        <source>Do not wait for the next attempt</source>
        <translation>不等待下一次尝试</translation>
    </message>
    <message>
        <source>Demo pace</source>
        <translation>演示速度</translation>
    </message>
    <message>
        <source>Realistic timing</source>
        <translation>真实时间</translation>
    </message>
    <message>
        <source>Machines boot in %1. A node is Unknown %2 after its last sign of life, and gives one every %3. A health check made with a set waits %4 for a failed node, and %5 for a new one.
The lab remembers it; --timing changes it.</source>
        <translation>机器启动需要 %1。节点在最后一次心跳 %2 后变为 Unknown，每 %3 发送一次心跳。随机器集创建的健康检查对故障节点等待 %4，对新节点等待 %5。
实验室会记住此设置；可用 --timing 更改。</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Realistic</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>Search or command</source>
        <translation>搜索或命令</translation>
    </message>
    <message>
        <source>Back to what happens now</source>
        <translation>回到当前</translation>
    </message>
    <message numerus="yes">
        <source>Server: %1
It locks itself %n minutes after the last change.</source>
        <translation>
            <numerusform>服务器：%1
最后一次更改 %n 分钟后会自行锁定。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock for %n minutes</source>
        <translation>
            <numerusform>解锁 %n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>catching up</source>
        <translation>正在追赶</translation>
    </message>
</context>
<context>
    <name>ui::ContextsDialog</name>
    <message>
        <source>Reading the kubeconfigs…</source>
        <translation>正在读取 kubeconfig…</translation>
    </message>
    <message>
        <source>Open another cluster</source>
        <translation>打开其他集群</translation>
    </message>
    <message>
        <source>Name, cluster, server, user or file</source>
        <translation>名称、集群、服务器、用户或文件</translation>
    </message>
    <message>
        <source>Clusters</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>Namespace</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Add a kubeconfig…</source>
        <translation>添加 kubeconfig(&amp;A)…</translation>
    </message>
    <message>
        <source>%1 (shown)</source>
        <translation>%1（当前显示）</translation>
    </message>
    <message>
        <source>LAB</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>in this program</source>
        <translation>在本程序中</translation>
    </message>
    <message>
        <source>No kubeconfig names a context. Add the file of a cluster.</source>
        <translation>没有 kubeconfig 指定上下文。请添加某个集群的文件。</translation>
    </message>
    <message>
        <source>This window shows it.</source>
        <translation>本窗口正在显示它。</translation>
    </message>
    <message>
        <source>Logs in with the command %1. You are asked before it runs.</source>
        <translation>用命令 %1 登录。运行之前会询问。</translation>
    </message>
    <message>
        <source>The lab in memory is gone then.</source>
        <translation>内存中的实验室将会消失。</translation>
    </message>
    <message>
        <source>Controllers that run here stop.</source>
        <translation>在此运行的控制器将停止。</translation>
    </message>
    <message>
        <source>A lab of this computer.</source>
        <translation>本机的实验室。</translation>
    </message>
    <message>
        <source>Server: %1
The window opens locked.</source>
        <translation>服务器：%1
窗口以锁定状态打开。</translation>
    </message>
    <message>
        <source>Leave this cluster</source>
        <translation>离开此集群</translation>
    </message>
    <message>
        <source>Leave %1, and open %2?</source>
        <translation>离开 %1 并打开 %2？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Add a kubeconfig</source>
        <translation>添加 kubeconfig</translation>
    </message>
    <message>
        <source>None of them contains that.</source>
        <translation>没有匹配的集群。</translation>
    </message>
</context>
<context>
    <name>ui::ControllersPanel</name>
    <message>
        <source>Control plane</source>
        <translation>控制平面</translation>
    </message>
    <message>
        <source>Hollow nodes</source>
        <translation>空心节点</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>%1 of %2 running</source>
        <translation>%2 个中有 %1 个运行</translation>
    </message>
    <message>
        <source>This cluster does not serve:
%1</source>
        <translation>此集群不提供：
%1</translation>
    </message>
    <message>
        <source>Turn a controller on</source>
        <translation>打开控制器</translation>
    </message>
    <message>
        <source>Let the controller %1 change objects in the cluster %2?</source>
        <translation>允许控制器 %1 更改集群 %2 中的对象？</translation>
    </message>
    <message>
        <source>Server: %1
It acts until you turn it off or close the window.</source>
        <translation>服务器：%1
它会一直工作，直到将其关闭或关闭窗口。</translation>
    </message>
    <message>
        <source>Turn on</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Turn on what machines need…</source>
        <translation>打开机器所需的控制器…</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>服务器：%1</translation>
    </message>
    <message>
        <source>They act until you turn them off or close the window.</source>
        <translation>它们会一直工作，直到将其关闭或关闭窗口。</translation>
    </message>
    <message>
        <source>Turn controllers on</source>
        <translation>打开控制器</translation>
    </message>
    <message numerus="yes">
        <source>Let these %n controllers change objects in the cluster %1?</source>
        <translation>
            <numerusform>允许这 %n 个控制器更改集群 %1 中的对象？</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Deletions</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n 个对象</numerusform>
        </translation>
    </message>
    <message>
        <source>The past is shown.</source>
        <translation>正在显示过去。</translation>
    </message>
    <message>
        <source>The window is locked.</source>
        <translation>窗口已锁定。</translation>
    </message>
    <message>
        <source>The connection is lost.</source>
        <translation>连接已断开。</translation>
    </message>
    <message>
        <source>Not deleted: %1.</source>
        <translation>未删除：%1。</translation>
    </message>
    <message>
        <source>Not deleted: %1. %2</source>
        <translation>未删除：%1。%2</translation>
    </message>
    <message>
        <source>Another cluster is shown.</source>
        <translation>显示的是另一个集群。</translation>
    </message>
    <message>
        <source>Not deleted: %1. It is gone, or another one has its name by now.</source>
        <translation>未删除：%1。它已消失，或者其名称现在属于另一个对象。</translation>
    </message>
    <message>
        <source>Deletes %1 in %2, on the cluster %3.</source>
        <translation>%2后在集群 %3 中删除 %1。</translation>
    </message>
</context>
<context>
    <name>ui::DotChart</name>
    <message>
        <source>Chart of what was measured, variant by variant</source>
        <translation>各变体的测量结果图</translation>
    </message>
    <message>
        <source>What the runs find is drawn here, a dot for each.</source>
        <translation>各次运行的结果绘制在此处，每个结果一个点。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2, p95 %3, %n runs</source>
        <translation>
            <numerusform>%1：%2，p95 %3，%n 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not recovered (hollow)</source>
        <translation>
            <numerusform>%Ln 个未恢复（空心）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::EditorDialog</name>
    <message>
        <source>Discard what you wrote?</source>
        <translation>放弃编写的内容？</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>No draft is kept: what is written here is lost when the program ends. %1</source>
        <translation>草稿未被保存：程序结束时，此处所写的内容将丢失。%1</translation>
    </message>
    <message>
        <source>Keep for later</source>
        <translation>留待以后</translation>
    </message>
</context>
<context>
    <name>ui::ExperimentsPage</name>
    <message>
        <source>Variants</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Choose another experiment</source>
        <translation>选择另一个实验</translation>
    </message>
    <message>
        <source>▶ Run</source>
        <translation>▶ 运行</translation>
    </message>
    <message>
        <source>Carry all runs out, in labs of their own beside the window</source>
        <translation>在窗口之外各自的实验室中执行所有运行</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Give up the runs that are left</source>
        <translation>放弃剩余的运行</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Add an experiment from a file</source>
        <translation>从文件添加实验</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Keep what was measured as CSV</source>
        <translation>将测量结果保存为 CSV</translation>
    </message>
    <message>
        <source>Play it here</source>
        <translation>在此播放</translation>
    </message>
    <message>
        <source>Carry this variant&apos;s scenario out on the cluster that is shown</source>
        <translation>在所显示的集群上执行此变体的场景</translation>
    </message>
    <message>
        <source>Report of the slowest</source>
        <translation>最慢一次的报告</translation>
    </message>
    <message>
        <source>Carry the run with the slowest recovery out once more, and show its report</source>
        <translation>再次执行恢复最慢的那次运行，并显示其报告</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The experiment ended early: %1</source>
        <translation>实验提前结束：%1</translation>
    </message>
    <message>
        <source>No experiment</source>
        <translation>无实验</translation>
    </message>
    <message>
        <source>▶ Run again</source>
        <translation>▶ 再次运行</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>Choose a variant: it is weighed against the others.</source>
        <translation>选择一个变体：它会与其他变体作比较。</translation>
    </message>
    <message>
        <source>Run the experiment: what it finds is drawn and told here.</source>
        <translation>运行实验：其结果会绘制并说明于此。</translation>
    </message>
    <message>
        <source>Nothing is known of %1 yet.</source>
        <translation>尚不了解 %1。</translation>
    </message>
    <message>
        <source>Open an experiment</source>
        <translation>打开实验</translation>
    </message>
    <message>
        <source>Experiments (*.yaml *.yml)</source>
        <translation>实验 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Keep what was measured</source>
        <translation>保存测量结果</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写入：%1</translation>
    </message>
    <message>
        <source>The report could not be made: %1</source>
        <translation>无法生成报告：%1</translation>
    </message>
    <message>
        <source>The report is in %1</source>
        <translation>报告位于 %1</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Change its YAML, or keep it under another name</source>
        <translation>修改其 YAML，或另存为其他名称</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>这不是文件</translation>
    </message>
    <message>
        <source>%1 has changed. What runs is as it was; the next run is as it is then.</source>
        <translation>%1 已更改。正在运行的保持原样；下次运行以届时内容为准。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln runs</source>
        <translation>
            <numerusform>%Ln 次运行中的 %1 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln 次运行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln machines</source>
        <translation>
            <numerusform>%Ln 台机器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln variants</source>
        <translation>
            <numerusform>%Ln 个变体</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln seeds</source>
        <translation>
            <numerusform>%Ln 个种子</numerusform>
        </translation>
    </message>
    <message>
        <source>at most %1 each</source>
        <translation>每次最多 %1</translation>
    </message>
    <message>
        <source>There is no other variant to weigh %1 against.</source>
        <translation>没有其他变体可与 %1 比较。</translation>
    </message>
    <message>
        <source>No run of %1 has a figure for %2.</source>
        <translation>%1 的运行都没有%2的数值。</translation>
    </message>
</context>
<context>
    <name>ui::FleetPage</name>
    <message>
        <source>Wall + table</source>
        <translation>机器墙 + 表格</translation>
    </message>
    <message>
        <source>All machines as tiles, and in a table</source>
        <translation>以图块和表格显示所有机器</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>The table alone</source>
        <translation>只显示表格</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>机器墙</translation>
    </message>
    <message>
        <source>All machines as tiles</source>
        <translation>以图块显示所有机器</translation>
    </message>
</context>
<context>
    <name>ui::Format</name>
    <message>
        <source>… (%1 characters)</source>
        <translation>…（%1 个字符）</translation>
    </message>
    <message>
        <source>… %1 in all</source>
        <translation>…共 %1</translation>
    </message>
    <message>
        <source>… (%1 in all)</source>
        <translation>…（共 %1）</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1 后</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1d%2h</source>
        <translation>%1天%2小时</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1h%2m</source>
        <translation>%1小时%2分</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1m%2s</source>
        <translation>%1分%2秒</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Guidance</name>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Copied: program, computer, cluster, settings and log, without names and secrets. Read it before you pass it on.</source>
        <translation>已复制：程序、计算机、集群、设置和日志，不含姓名和机密。转交之前请先阅读。</translation>
    </message>
</context>
<context>
    <name>ui::Guide</name>
    <message>
        <source>Topics</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
</context>
<context>
    <name>ui::HealthChart</name>
    <message>
        <source>Node health over time</source>
        <translation>节点健康随时间的变化</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>最近 %1</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>connection lost: not known</source>
        <translation>失去连接：未知</translation>
    </message>
    <message>
        <source>not recorded: the program did not run</source>
        <translation>未记录：程序没有运行</translation>
    </message>
    <message>
        <source>┅ %1 desired</source>
        <translation>┅ 期望 %1</translation>
    </message>
    <message>
        <source>Nothing is known yet.</source>
        <translation>尚无所知。</translation>
    </message>
    <message>
        <source>%1 to %2: now %3 Ready, %4 NotReady, %5 Unknown.</source>
        <translation>%1 到 %2：现在 %3 Ready，%4 NotReady，%5 Unknown。</translation>
    </message>
    <message>
        <source>Connection lost at %1. </source>
        <translation>%1 失去连接。</translation>
    </message>
    <message>
        <source>cluster %1</source>
        <translation>集群 %1</translation>
    </message>
    <message>
        <source>lab %1, %2 – lab timing, not production&apos;s</source>
        <translation>实验室 %1，%2 – 实验室的时间，不是生产环境的</translation>
    </message>
    <message>
        <source>at %1, of which the chart keeps no counts</source>
        <translation>%1，图表未保留该时刻的计数</translation>
    </message>
    <message>
        <source>desired %1</source>
        <translation>期望 %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>not known: the cluster was not looked at yet</source>
        <translation>未知：当时尚未观察该集群</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>not recorded: the program did not run, or had no connection</source>
        <translation>未记录：程序未运行，或没有连接</translation>
    </message>
</context>
<context>
    <name>ui::HealthSentence</name>
    <message numerus="yes">
        <source>machines</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>booting</source>
        <comment>after a number of machines</comment>
        <translation>启动中</translation>
    </message>
    <message>
        <source>deleting</source>
        <comment>after a number of machines</comment>
        <translation>删除中</translation>
    </message>
    <message>
        <source>Show all machines</source>
        <translation>显示所有机器</translation>
    </message>
    <message>
        <source>Show these machines alone</source>
        <translation>只显示这些机器</translation>
    </message>
</context>
<context>
    <name>ui::Inspector</name>
    <message>
        <source>Labels</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建于</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Fails</source>
        <translation>失效</translation>
    </message>
    <message>
        <source>Deletion</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 达 %2</translation>
    </message>
    <message>
        <source>%1, but %2</source>
        <translation>%1，但%2</translation>
    </message>
    <message>
        <source>%1 replaces it after %2</source>
        <translation>%1 在 %2 后替换它</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>none selects this machine: it stays as it is when its node fails</source>
        <translation>没有健康检查选中此机器：节点失效时它保持原样</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>机器集</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Health check</source>
        <translation>健康检查</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Provider ID</source>
        <translation>提供商 ID</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>none: nobody replaces this node</source>
        <translation>无：没有人会替换此节点</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Kubelet</source>
        <translation>Kubelet</translation>
    </message>
    <message>
        <source>Last operation</source>
        <translation>上次操作</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Timeout runs</source>
        <translation>超时计时</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>自 %1 起</translation>
    </message>
    <message>
        <source>Preserved</source>
        <translation>保全</translation>
    </message>
    <message>
        <source>until %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Secret</translation>
    </message>
    <message>
        <source>revision %1: %2, %3/%4 Ready</source>
        <translation>修订版本 %1：%2，%3/%4 Ready</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>还没有</translation>
    </message>
    <message>
        <source>%1 of %2 up to date</source>
        <translation>%2 台中 %1 台最新</translation>
    </message>
    <message>
        <source>Paused, %1</source>
        <translation>已暂停，%1</translation>
    </message>
    <message>
        <source>Desired</source>
        <translation>期望</translation>
    </message>
    <message>
        <source>Current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>Available</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>修订版本</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>机器集</translation>
    </message>
    <message>
        <source>%1 of %2 Ready</source>
        <translation>%2 台中 %1 台 Ready</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Deletes first</source>
        <translation>优先删除</translation>
    </message>
    <message>
        <source>%1 of %2 healthy</source>
        <translation>%2 台中 %1 台健康</translation>
    </message>
    <message>
        <source>Replaces when</source>
        <translation>替换条件</translation>
    </message>
    <message>
        <source>Max unhealthy</source>
        <translation>最多不健康</translation>
    </message>
    <message>
        <source>May replace now</source>
        <translation>现在可替换</translation>
    </message>
    <message>
        <source>Node start-up</source>
        <translation>节点启动</translation>
    </message>
    <message>
        <source>Machines with</source>
        <translation>机器标签</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>出现</translation>
    </message>
    <message>
        <source>%1 ×</source>
        <translation>%1 ×</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>%1, when the connection was lost at %2</source>
        <translation>%1，在 %2 失去连接时</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Conditions</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>No events about it.</source>
        <translation>没有相关事件。</translation>
    </message>
    <message>
        <source>Select a row to see all about it.</source>
        <translation>选择一行以查看其全部信息。</translation>
    </message>
    <message>
        <source>It is gone: no controller looks at it.</source>
        <translation>它已消失：没有控制器查看它。</translation>
    </message>
    <message>
        <source>was not there</source>
        <translation>当时不存在</translation>
    </message>
    <message>
        <source>deleted at %1</source>
        <translation>%1 已删除</translation>
    </message>
    <message>
        <source>replaced by %1</source>
        <translation>由 %1 替换</translation>
    </message>
    <message>
        <source>No conditions.</source>
        <translation>没有条件。</translation>
    </message>
    <message>
        <source>It is gone. This was said of it last:</source>
        <translation>它已不存在。最后的说明是：</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>is not there any more</source>
        <translation>已不存在</translation>
    </message>
</context>
<context>
    <name>ui::KeyField</name>
    <message>
        <source>Press a key…</source>
        <translation>请按一个键…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>ui::KeyRow</name>
    <message>
        <source>Take over</source>
        <translation>接管</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Key of %1: %2</source>
        <translation>%1 的按键：%2</translation>
    </message>
    <message>
        <source>%1 is the key of “%2”, which would have none then.</source>
        <translation>%1 是“%2”的按键，接管后它将没有按键。</translation>
    </message>
</context>
<context>
    <name>ui::Keys</name>
    <message>
        <source>%1 stays as it is: %2.</source>
        <translation>%1 保持不变：%2。</translation>
    </message>
    <message>
        <source>%1 alone is text, or a key of the tables: take one with Ctrl or Alt.</source>
        <translation>单独的 %1 是文字或表的按键：请选用带 Ctrl 或 Alt 的键。</translation>
    </message>
    <message>
        <source>it inspects the row</source>
        <translation>它用来检视该行</translation>
    </message>
    <message>
        <source>it goes one step back</source>
        <translation>它用来后退一步</translation>
    </message>
    <message>
        <source>it copies the rows</source>
        <translation>它用来复制各行</translation>
    </message>
    <message>
        <source>it opens the menus</source>
        <translation>它用来打开菜单</translation>
    </message>
    <message>
        <source>it moves or chooses wherever it is pressed</source>
        <translation>它在任何地方都用来移动或选择</translation>
    </message>
    <message>
        <source>it goes to a row of the navigation</source>
        <translation>它用来转到导航中的一行</translation>
    </message>
    <message>
        <source>it opens the menu %1</source>
        <translation>它用来打开菜单 %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>ui::Lanes</name>
    <message>
        <source>The past of each machine</source>
        <translation>每台机器的过去</translation>
    </message>
    <message numerus="yes">
        <source>%n machines, those first that failed last</source>
        <translation>
            <numerusform>%n 台机器，最近失效的在前</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 since %3, for %4</source>
        <translation>%1 自 %3 起 %2，持续 %4</translation>
    </message>
    <message>
        <source>F fault %1 at %2</source>
        <translation>F %2 发生故障 %1</translation>
    </message>
    <message>
        <source>↧ deletion asked for at %1</source>
        <translation>↧ %1 请求删除</translation>
    </message>
    <message>
        <source>gone at %1</source>
        <translation>%1 消失</translation>
    </message>
    <message>
        <source>→ replaced by %1</source>
        <translation>→ 由 %1 替换</translation>
    </message>
</context>
<context>
    <name>ui::Layouts</name>
    <message>
        <source>&amp;Reset layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save layout as…</source>
        <translation>将布局另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Forget layout</source>
        <translation>删除布局(&amp;F)</translation>
    </message>
    <message>
        <source>The layout %1 is damaged, or of another version: the first layout is shown.</source>
        <translation>布局 %1 已损坏或属于其他版本：现显示初始布局。</translation>
    </message>
    <message>
        <source>Save layout</source>
        <translation>保存布局</translation>
    </message>
    <message>
        <source>What shall the layout be called? One of the same name is replaced.</source>
        <translation>布局叫什么名称？同名布局会被替换。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>The layout was not saved: it has no name.</source>
        <translation>布局未保存：没有名称。</translation>
    </message>
    <message>
        <source>Layout saved: %1</source>
        <translation>布局已保存：%1</translation>
    </message>
    <message>
        <source>Layout forgotten: %1</source>
        <translation>布局已删除：%1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Present in the command palette ends the presentation.</source>
        <translation>命令面板中的“演示”可结束演示。</translation>
    </message>
    <message>
        <source>%1 ends the presentation.</source>
        <translation>%1 结束演示。</translation>
    </message>
</context>
<context>
    <name>ui::LogModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>ui::LogPanel</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>所有级别</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Words, parts of the program</source>
        <translation>文字或程序部分</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Hold the log still; what comes is kept</source>
        <translation>暂停日志；新内容会保留</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the chosen lines, or all that are shown</source>
        <translation>复制选中的行，或显示的所有行</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Forget all lines</source>
        <translation>清除所有行</translation>
    </message>
    <message>
        <source>0 of %1 lines shown: the filter hides them.</source>
        <translation>显示 0 / %1 行：其余被筛选隐藏。</translation>
    </message>
    <message>
        <source>Nothing has been logged. What controllers decide is, while the settings have it so.</source>
        <translation>尚无日志。控制器的决定会在设置开启时记入日志。</translation>
    </message>
</context>
<context>
    <name>ui::MainWindow</name>
    <message>
        <source>Not all of the lab could be read back from %1:</source>
        <translation>无法从 %1 完整读回实验室：</translation>
    </message>
    <message>
        <source>… and %1 more, which /readyz?verbose tells</source>
        <translation>…还有 %1 项，见 /readyz?verbose</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>The window speaks that language from its next start on.</source>
        <translation>窗口将从下次启动起使用该语言。</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Copy the path: with this kubeconfig other tools work on the cluster too</source>
        <translation>复制路径：其他工具也可用此 kubeconfig 操作该集群</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source> · </source>
        <translation> · </translation>
    </message>
    <message>
        <source>kubeconfig %1</source>
        <translation>kubeconfig %1</translation>
    </message>
    <message>
        <source>[…] Hollow Lab</source>
        <translation>[…] Hollow Lab</translation>
    </message>
    <message>
        <source>LAB</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>EXTERNAL</source>
        <translation>外部</translation>
    </message>
    <message>
        <source>[%1 %2 at %3] Hollow Lab</source>
        <translation>[%1 %2，%3] Hollow Lab</translation>
    </message>
    <message>
        <source>[%1 %2] Hollow Lab</source>
        <translation>[%1 %2] Hollow Lab</translation>
    </message>
    <message>
        <source>The kubeconfig has changed: %1. This window stays with %2.</source>
        <translation>kubeconfig 已更改：%1。此窗口仍使用 %2。</translation>
    </message>
    <message>
        <source>Use it…</source>
        <translation>使用它…</translation>
    </message>
    <message>
        <source>Use the changed kubeconfig</source>
        <translation>使用更改后的 kubeconfig</translation>
    </message>
    <message>
        <source>Leave this cluster, and open what the context names now?</source>
        <translation>离开此集群，打开该上下文现在所指的集群？</translation>
    </message>
    <message>
        <source>Controllers that run here stop. The window opens locked.</source>
        <translation>在此运行的控制器将停止。窗口以锁定状态打开。</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用它</translation>
    </message>
    <message>
        <source>under way: %1</source>
        <translation>进行中：%1</translation>
    </message>
    <message>
        <source>hidden by the filter</source>
        <translation>被筛选隐藏</translation>
    </message>
    <message>
        <source>not selected</source>
        <translation>未选中</translation>
    </message>
    <message>
        <source>%1 is not there any more.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>The filter hides %1.</source>
        <translation>筛选隐藏了 %1。</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>About Hollow Lab</source>
        <translation>关于 Hollow Lab</translation>
    </message>
    <message>
        <source>&lt;b&gt;Hollow Lab %1&lt;/b&gt;&lt;br&gt;A laboratory for Kubernetes machine management.</source>
        <translation>&lt;b&gt;Hollow Lab %1&lt;/b&gt;&lt;br&gt;Kubernetes 机器管理实验室。</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later.</source>
        <translation>自由软件，采用 GNU 通用公共许可证第 3 版或更高版本。</translation>
    </message>
    <message>
        <source>Not recorded: %1.</source>
        <translation>未录制：%1。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>● Recording: %1</source>
        <translation>● 正在录制：%1</translation>
    </message>
    <message>
        <source>The past is shown: nothing can be changed</source>
        <translation>显示的是过去：无法更改任何内容</translation>
    </message>
    <message>
        <source>back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>a second earlier</source>
        <translation>早一秒</translation>
    </message>
    <message>
        <source>later</source>
        <translation>更晚</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>all keys</source>
        <translation>所有按键</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Layout of the panels</source>
        <translation>面板布局</translation>
    </message>
    <message>
        <source>Those that the program brings, and those that were saved.</source>
        <translation>程序自带的和已保存的布局。</translation>
    </message>
    <message>
        <source>Another cluster is being chosen.</source>
        <translation>正在选择另一个集群。</translation>
    </message>
    <message>
        <source>The window was to be closed; close it again.</source>
        <translation>窗口即将关闭；请再次关闭。</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>重新启动</translation>
    </message>
    <message>
        <source>New health check</source>
        <translation>新建健康检查</translation>
    </message>
    <message>
        <source>Esc back to the table</source>
        <translation>Esc 返回表格</translation>
    </message>
    <message>
        <source>Open another lab…</source>
        <translation>打开其他实验室…</translation>
    </message>
    <message>
        <source>What you choose is not kept: %1 can&apos;t be written (%2).</source>
        <translation>所做的选择无法保存：无法写入 %1（%2）。</translation>
    </message>
    <message>
        <source>%1 chosen</source>
        <translation>已选 %1 个</translation>
    </message>
    <message>
        <source>Enter run the scenario</source>
        <translation>Enter 运行场景</translation>
    </message>
    <message>
        <source>1 … 9 other pages</source>
        <translation>1 … 9 其他页面</translation>
    </message>
    <message>
        <source>watches down · %1</source>
        <translation>监视已中断 · %1</translation>
    </message>
    <message>
        <source>watches %1/%2</source>
        <translation>监视 %1/%2</translation>
    </message>
    <message>
        <source>The kubeconfig has changed: %1.</source>
        <translation>kubeconfig 已更改：%1。</translation>
    </message>
</context>
<context>
    <name>ui::Marks</name>
    <message>
        <source>fault %1</source>
        <translation>故障 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n faults</source>
        <translation>
            <numerusform>%n 次故障</numerusform>
        </translation>
    </message>
    <message>
        <source>scaled %1 → %2</source>
        <translation>扩缩 %1 → %2</translation>
    </message>
    <message numerus="yes">
        <source>%n scalings</source>
        <translation>
            <numerusform>%n 次扩缩</numerusform>
        </translation>
    </message>
    <message>
        <source>↧ delete asked</source>
        <translation>↧ 请求删除</translation>
    </message>
    <message numerus="yes">
        <source>↧ %n deletions</source>
        <translation>
            <numerusform>↧ %n 次删除</numerusform>
        </translation>
    </message>
    <message>
        <source>fault %1 on %2</source>
        <translation>%2 上的故障 %1</translation>
    </message>
    <message>
        <source>%1 scaled %2 → %3</source>
        <translation>%1 扩缩 %2 → %3</translation>
    </message>
    <message>
        <source>deletion of %1 asked for, its node had failed</source>
        <translation>请求删除 %1，其节点已失效</translation>
    </message>
    <message>
        <source>… %1 in all</source>
        <translation>…共 %1</translation>
    </message>
</context>
<context>
    <name>ui::Navigation</name>
    <message>
        <source>Navigation</source>
        <translation>导航</translation>
    </message>
    <message>
        <source>CLUSTER</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Fleet</source>
        <translation>机群</translation>
    </message>
    <message>
        <source>PLAY</source>
        <translation>演练</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>CONTROL</source>
        <translation>控制</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>%1 on</source>
        <translation>%1 个打开</translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation>%1 %2（%3）</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>实验</translation>
    </message>
</context>
<context>
    <name>ui::Next</name>
    <message>
        <source>&lt;b&gt;Health check %1 %2.&lt;/b&gt;</source>
        <translation>&lt;b&gt;健康检查 %1 %2。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>nothing: it is well</source>
        <translation>无事：它状态良好</translation>
    </message>
    <message>
        <source>No health check selects it: when its node fails, it stays.</source>
        <translation>没有健康检查选中它：节点失效时它保持原样。</translation>
    </message>
    <message>
        <source>Node reports Ready=%1</source>
        <translation>节点报告 Ready=%1</translation>
    </message>
    <message>
        <source>%1 since %2</source>
        <translation>自 %2 起%1</translation>
    </message>
    <message>
        <source>Fault &lt;i&gt;%1&lt;/i&gt; is on its node</source>
        <translation>其节点上有故障 &lt;i&gt;%1&lt;/i&gt;</translation>
    </message>
    <message>
        <source>Its deletion was asked for at %1</source>
        <translation>%1 请求了删除</translation>
    </message>
    <message>
        <source>Set %1 wants %L2, has %L3</source>
        <translation>机器集 %1 需要 %L2 台，现有 %L3 台</translation>
    </message>
    <message>
        <source>in %1–%2 s</source>
        <translation>%1–%2 秒后</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>replacement created</source>
        <translation>创建替换机器</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>then</source>
        <translation>然后</translation>
    </message>
    <message>
        <source>Ready, recovery about %1</source>
        <translation>Ready，恢复约需 %1</translation>
    </message>
    <message>
        <source>Then, as forecast</source>
        <translation>随后的预测</translation>
    </message>
    <message>
        <source>What happens next</source>
        <translation>接下来会发生什么</translation>
    </message>
    <message>
        <source>Because</source>
        <translation>因为</translation>
    </message>
    <message numerus="yes">
        <source>%n machines boot</source>
        <translation>
            <numerusform>%n 台机器正在启动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines are being deleted</source>
        <translation>
            <numerusform>%n 台机器正在删除</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines: %1</source>
        <translation>
            <numerusform>%n 台机器：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>, the last %1</source>
        <translation>，最后一台 %1</translation>
    </message>
    <message numerus="yes">
        <source>and of %n more machines</source>
        <translation>
            <numerusform>以及另外 %n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 next.</source>
        <translation>接下来：%1。</translation>
    </message>
    <message>
        <source>%1 once the controller %2 is on.</source>
        <translation>控制器 %2 开启后：%1。</translation>
    </message>
    <message>
        <source>%1 when its controller, which does not run here, says so.</source>
        <translation>由不在此处运行的控制器决定：%1。</translation>
    </message>
    <message>
        <source>It is being deleted, and its machines with it.</source>
        <translation>它正在被删除，其机器也随之删除。</translation>
    </message>
    <message numerus="yes">
        <source>%n missing machines are created</source>
        <translation>
            <numerusform>创建缺少的 %n 台机器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines too many are deleted</source>
        <translation>
            <numerusform>删除多余的 %n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>It is paused: changes of its template wait until it is resumed.</source>
        <translation>已暂停：模板的更改要等到继续后才生效。</translation>
    </message>
    <message>
        <source>Rolls out revision %1: %L2 of %L3 machines are of it.</source>
        <translation>正在推出修订版本 %1：%L3 台机器中有 %L2 台属于它。</translation>
    </message>
    <message numerus="yes">
        <source>Once the %n machines of earlier revisions are gone, new ones are created</source>
        <translation>
            <numerusform>早期修订版本的 %n 台机器消失后创建新机器</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>As new ones become Ready, the %n machines of earlier revisions are deleted</source>
        <translation>
            <numerusform>新机器 Ready 后，删除早期修订版本的 %n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>At most %1 machines at a time, at least %2 available; %L3 are Ready.</source>
        <translation>同时最多 %1 台机器，至少 %2 台可用；%L3 台 Ready。</translation>
    </message>
    <message>
        <source>Judges nothing: %1.</source>
        <translation>不作判断：%1。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of %2 machines unhealthy</source>
        <translation>%2 台机器中 &lt;b&gt;%1&lt;/b&gt; 台不健康</translation>
    </message>
    <message>
        <source>, at most &lt;b&gt;%1&lt;/b&gt; may be</source>
        <translation>，最多允许 &lt;b&gt;%1&lt;/b&gt; 台</translation>
    </message>
    <message>
        <source>: paused, replaces none.</source>
        <translation>：已暂停，不替换。</translation>
    </message>
    <message>
        <source>: too many, replaces none.</source>
        <translation>：太多，不替换。</translation>
    </message>
    <message>
        <source>Health check %1: %2</source>
        <translation>健康检查 %1：%2</translation>
    </message>
    <message>
        <source>No health check selects its machines: those whose node fails stay.</source>
        <translation>没有健康检查选中它的机器：节点出故障的机器会保留。</translation>
    </message>
    <message>
        <source>Nothing: it selects no machine.</source>
        <translation>无：它没有选中任何机器。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing: all %Ln machines are well.</source>
        <translation>
            <numerusform>无：全部 %Ln 台机器正常。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing: it wants no machines.</source>
        <translation>无：它不需要机器。</translation>
    </message>
    <message numerus="yes">
        <source>Nothing: all %Ln machines are Ready.</source>
        <translation>
            <numerusform>无：全部 %Ln 台机器 Ready。</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2 machines are Ready.</source>
        <translation>%L2 台机器中有 %L1 台 Ready。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 台</numerusform>
        </translation>
    </message>
    <message>
        <source>Set %1, revision %2, was made at %3</source>
        <translation>机器集 %1（修订版本 %2）创建于 %3</translation>
    </message>
    <message>
        <source>%1 deleted and replaced</source>
        <translation>%1 被删除并替换</translation>
    </message>
    <message numerus="yes">
        <source>the last of %n more deleted and replaced</source>
        <translation>
            <numerusform>另外 %n 台中的最后一台被删除并替换</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n replacements Ready</source>
        <translation>
            <numerusform>%n 台替换机器 Ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n booting machines Ready</source>
        <translation>
            <numerusform>%n 台启动中的机器 Ready</numerusform>
        </translation>
    </message>
    <message>
        <source>: may replace, its controller does not run here.</source>
        <translation>：可以替换，但其控制器不在此处运行。</translation>
    </message>
    <message numerus="yes">
        <source>The %n machines of earlier revisions are updated in place</source>
        <translation>
            <numerusform>早期修订版本的 %n 台机器被就地更新</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its set gets %n machines instead of %L1</source>
        <translation>
            <numerusform>它的机器集的机器数由 %L1 改为 %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n machines of revision %1</source>
        <translation>
            <numerusform>修订版本 %1 的全部 %n 台机器</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (revision %2): %L3 of %L4 Ready</source>
        <translation>%1（修订版本 %2）：%L4 台中 %L3 台 Ready</translation>
    </message>
    <message>
        <source>As of %1:</source>
        <translation>截至 %1：</translation>
    </message>
    <message>
        <source>Create one</source>
        <translation>创建一个</translation>
    </message>
    <message>
        <source>Ready again after %1</source>
        <translation>%1 后再次 Ready</translation>
    </message>
    <message>
        <source>Ready again</source>
        <translation>再次 Ready</translation>
    </message>
    <message>
        <source>. Replacements: %1 under way, %2 more may begin now.</source>
        <translation>。替换：%1 台进行中，现在还可开始 %2 台。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Node %1 has given no sign of life for %2: it becomes Unknown %3.&lt;/b&gt;</source>
        <translation>&lt;b&gt;节点 %1 已有 %2 没有心跳：%3将变为 Unknown。&lt;/b&gt;</translation>
    </message>
    <message>
        <source>The last one came at %1, and it may be silent for %2. Until then it counts as Ready.</source>
        <translation>上次心跳在 %1，允许静默 %2。在此之前仍视为 Ready。</translation>
    </message>
    <message>
        <source>: replaces none.</source>
        <translation>：不替换。</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message numerus="yes">
        <source>Each of %n machines %1</source>
        <translation>
            <numerusform>%n 台机器均%1</numerusform>
        </translation>
    </message>
    <message>
        <source>&lt;b&gt;It boots: Ready %1.&lt;/b&gt;</source>
        <translation>&lt;b&gt;正在启动：%1 Ready。&lt;/b&gt;</translation>
    </message>
</context>
<context>
    <name>ui::Notices</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Copy kubectl</source>
        <translation>复制 kubectl 命令</translation>
    </message>
</context>
<context>
    <name>ui::ObjectDocument</name>
    <message>
        <source>this is no object</source>
        <translation>这不是一个对象</translation>
    </message>
    <message>
        <source>%1 names another object: apply it as YAML of its own to create that</source>
        <translation>%1 指向另一个对象：若要创建它，请将其作为单独的 YAML 应用</translation>
    </message>
</context>
<context>
    <name>ui::ObjectEditor</name>
    <message>
        <source>Take &amp;theirs</source>
        <translation>采用对方的(&amp;T)</translation>
    </message>
    <message>
        <source>Keep &amp;mine</source>
        <translation>保留我的(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>编辑 %1</translation>
    </message>
    <message>
        <source>YAML of %1</source>
        <translation>%1 的 YAML</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>将有哪些变化</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Status and what else the server keeps by itself is left out.</source>
        <translation>状态及其他由服务器自行维护的内容已省略。</translation>
    </message>
    <message>
        <source>Nothing is changed.</source>
        <translation>没有任何更改。</translation>
    </message>
    <message>
        <source>Changed; the server will be asked …</source>
        <translation>已更改；将询问服务器…</translation>
    </message>
    <message>
        <source>Sent, waiting for the answer …</source>
        <translation>已发送，等待应答…</translation>
    </message>
    <message>
        <source>%1 is gone. What you wrote stays here, to be copied.</source>
        <translation>%1 已不存在。所写的内容保留在此，可供复制。</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>It was</source>
        <translation>原值</translation>
    </message>
    <message>
        <source>Theirs</source>
        <translation>对方的值</translation>
    </message>
    <message>
        <source>Yours</source>
        <translation>自己的值</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>The server would change nothing.</source>
        <translation>服务器不会作任何更改。</translation>
    </message>
    <message>
        <source>The server accepts it. Fields that change: %1</source>
        <translation>服务器接受此更改。将变化的字段：%1</translation>
    </message>
    <message>
        <source>another object of that name has come</source>
        <translation>出现了同名的另一个对象</translation>
    </message>
    <message>
        <source>The server leaves out what it does not know: %1. Fields that change: %2</source>
        <translation>服务器会略去它不认识的内容：%1。将更改的字段：%2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Try a&amp;gain</source>
        <translation>再试一次(&amp;G)</translation>
    </message>
    <message>
        <source>This is what you wrote last and did not apply.</source>
        <translation>这是上次编写但未应用的内容。</translation>
    </message>
    <message>
        <source>You and somebody else have both changed %1.</source>
        <translation>您和其他人都更改了 %1。</translation>
    </message>
    <message>
        <source>The server is being asked …</source>
        <translation>正在询问服务器…</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
</context>
<context>
    <name>ui::ObjectForm</name>
    <message>
        <source>&amp;Machines</source>
        <translation>机器(&amp;M)</translation>
    </message>
    <message>
        <source>Available after &amp;seconds ready</source>
        <translation>Ready 多少秒后可用(&amp;S)</translation>
    </message>
    <message>
        <source>More than wanted, at &amp;most</source>
        <translation>最多超出期望(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Unavailable, at most</source>
        <translation>最多不可用(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Paused: nothing is rolled out</source>
        <translation>暂停：不进行滚动更新(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Old sets kept</source>
        <translation>保留的旧机器集(&amp;O)</translation>
    </message>
    <message>
        <source>Stuck after seconds without &amp;progress</source>
        <translation>多少秒无进展即为停滞(&amp;P)</translation>
    </message>
    <message>
        <source>Scaling down takes &amp;first</source>
        <translation>缩容时先删除(&amp;F)</translation>
    </message>
    <message>
        <source>S&amp;trategy</source>
        <translation>策略(&amp;T)</translation>
    </message>
    <message>
        <source>Replaces while &amp;unhealthy are at most</source>
        <translation>不健康至多多少时才替换(&amp;U)</translation>
    </message>
    <message>
        <source>A node has to &amp;join within</source>
        <translation>节点须在此时间内加入(&amp;J)</translation>
    </message>
    <message>
        <source>Unhealthy when a &amp;condition lasts</source>
        <translation>条件持续多久即为不健康(&amp;C)</translation>
    </message>
    <message>
        <source>a whole number is wanted, 0 or more</source>
        <translation>应为 0 或更大的整数</translation>
    </message>
    <message>
        <source>a number of machines is wanted, or a percentage such as 40%</source>
        <translation>应为机器数，或 40% 这样的百分比</translation>
    </message>
    <message>
        <source>a duration is wanted, such as 90s or 5m</source>
        <translation>应为时长，例如 90s 或 5m</translation>
    </message>
    <message>
        <source>%1 of %2 machines</source>
        <translation>%2 台机器中的 %1 台</translation>
    </message>
    <message>
        <source>a unit is missing; did you mean %1?</source>
        <translation>缺少单位；是指 %1 吗？</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>ui::ObjectPage</name>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Order is old · Sort</source>
        <translation>排序已旧 · 重新排序</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The filter hides all %1. Esc clears it.</source>
        <translation>筛选隐藏了全部 %1 项。按 Esc 清除。</translation>
    </message>
    <message>
        <source>Filter   words, !word, column=word</source>
        <translation>筛选   词语、!词语、列=词语</translation>
    </message>
    <message>
        <source>Filter ( %1 )   words, !word, column=word</source>
        <translation>筛选（ %1 ）  词语、!词语、列=词语</translation>
    </message>
</context>
<context>
    <name>ui::Orders</name>
    <message>
        <source>lock %1</source>
        <translation>锁定 %1</translation>
    </message>
    <message>
        <source>unlock %1</source>
        <translation>解锁 %1</translation>
    </message>
    <message>
        <source>Not connected yet: cannot %1.</source>
        <translation>尚未连接，无法%1。</translation>
    </message>
    <message>
        <source>The window was opened read-only: cannot %1.</source>
        <translation>窗口以只读方式打开，无法%1。</translation>
    </message>
    <message>
        <source>Locked: cannot %1. Unlock at the top right first.</source>
        <translation>已锁定，无法%1。请先在右上角解锁。</translation>
    </message>
    <message>
        <source>The cluster was exchanged before it answered.</source>
        <translation>集群在应答之前被更换了。</translation>
    </message>
    <message>
        <source>Could not show the past: %1</source>
        <translation>无法显示过去：%1</translation>
    </message>
    <message>
        <source>Could not %1: %2</source>
        <translation>无法%1：%2</translation>
    </message>
    <message>
        <source>The past is shown: cannot %1. Go back to live first.</source>
        <translation>显示的是过去：无法%1。请先回到实时。</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>The connection is lost since %1: what you see may be old.</source>
        <translation>自 %1 起连接已断开：所见可能已过时。</translation>
    </message>
    <message>
        <source>To be done in %1:</source>
        <translation>将在 %1 中执行：</translation>
    </message>
    <message>
        <source>Do it all the same</source>
        <translation>仍然执行</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>解锁…</translation>
    </message>
    <message>
        <source>try what is written</source>
        <translation>试写所写内容</translation>
    </message>
</context>
<context>
    <name>ui::Panels</name>
    <message>
        <source>Navigation</source>
        <translation>导航</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Controllers</source>
        <translation>控制器</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
</context>
<context>
    <name>ui::Preferences</name>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Labs</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>The past</source>
        <translation>过去</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Light, dark, with high contrast, or as the desktop has it.</source>
        <translation>浅色、深色、高对比度，或跟随桌面。</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>The language of the window. What servers, logs and the command line say stays English.</source>
        <translation>窗口的语言。服务器、日志和命令行的内容仍为英文。</translation>
    </message>
    <message>
        <source>Reduce motion</source>
        <translation>减少动态效果</translation>
    </message>
    <message>
        <source>Nothing glows, fades or slides: what has changed gets a mark instead.</source>
        <translation>不再闪烁、淡出或滑动：改变之处改用标记显示。</translation>
    </message>
    <message>
        <source>Panel titles</source>
        <translation>面板标题</translation>
    </message>
    <message>
        <source>Panels have titles, by which they are moved and floated.</source>
        <translation>面板带有标题，可用来移动或使其浮动。</translation>
    </message>
    <message>
        <source>Timing of new labs</source>
        <translation>新实验室的时间设定</translation>
    </message>
    <message>
        <source>How quickly machines boot, fail and are replaced in a lab that the window makes. A lab keeps its timing until it is opened with --timing.</source>
        <translation>在窗口新建的实验室中，机器启动、失效和被替换的快慢。实验室会保持其时间设定，直到用 --timing 打开为止。</translation>
    </message>
    <message>
        <source>Demo: seconds</source>
        <translation>演示：数秒</translation>
    </message>
    <message>
        <source>Realistic: minutes</source>
        <translation>真实：数分钟</translation>
    </message>
    <message>
        <source>As fast as possible</source>
        <translation>尽可能快</translation>
    </message>
    <message>
        <source>Lock again after</source>
        <translation>重新锁定时间</translation>
    </message>
    <message>
        <source>A cluster that is not a lab locks itself when nothing was changed for so long.</source>
        <translation>不是实验室的集群在这么长时间没有更改后会自动锁定。</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>Keep the past for</source>
        <translation>保留过去的时长</translation>
    </message>
    <message>
        <source>So many hours of a lab&apos;s time can be shown again, unless their size is reached before.</source>
        <translation>实验室时间中这么多小时的内容可以重新显示，除非先达到大小上限。</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Size of the past</source>
        <translation>过去的大小</translation>
    </message>
    <message>
        <source>As much of the disk may the past of one lab take.</source>
        <translation>一个实验室的过去最多可占用的磁盘空间。</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Log decisions</source>
        <translation>记录决策</translation>
    </message>
    <message>
        <source>The log of the window tells what controllers decide too, which makes large labs slower.</source>
        <translation>窗口的日志还会记录控制器的决策，这会使大型实验室变慢。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Set of keys</source>
        <translation>按键方案</translation>
    </message>
    <message>
        <source>Those that this program brings, or as in k9s: d describes, e edits, l shows what happened, Ctrl+D deletes.</source>
        <translation>本程序自带的，或与 k9s 相同：d 描述，e 编辑，l 显示发生的事，Ctrl+D 删除。</translation>
    </message>
    <message>
        <source>Standard</source>
        <translation>标准</translation>
    </message>
    <message>
        <source>As in k9s</source>
        <translation>与 k9s 相同</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>How large all text of the window is, beside the size that the system has.</source>
        <translation>窗口所有文字相对于系统文字的大小。</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
</context>
<context>
    <name>ui::Question</name>
    <message>
        <source>Type %1 to go on:</source>
        <translation>输入 %1 以继续：</translation>
    </message>
</context>
<context>
    <name>ui::RecipePreview</name>
    <message>
        <source>boots</source>
        <translation>启动中</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>What its nodes go through</source>
        <translation>其节点将经历什么</translation>
    </message>
    <message>
        <source>%1 until %2</source>
        <translation>%1，直到 %2</translation>
    </message>
    <message>
        <source>%1 for good</source>
        <translation>%1，一直如此</translation>
    </message>
</context>
<context>
    <name>ui::Recoveries</name>
    <message>
        <source>Failures and recoveries</source>
        <translation>故障与恢复</translation>
    </message>
    <message>
        <source>No failure yet.
Select a machine and let it fail.</source>
        <translation>还没有故障。
选择一台机器并让它失效。</translation>
    </message>
</context>
<context>
    <name>ui::RecoveryCard</name>
    <message>
        <source>The story of a recovery</source>
        <translation>恢复的经过</translation>
    </message>
    <message>
        <source>Jump to start</source>
        <translation>跳到开始</translation>
    </message>
    <message>
        <source>Show the stretch of time in the timeline</source>
        <translation>在时间线中显示这段时间</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message numerus="yes">
        <source>Compared with the other %n without a set</source>
        <translation>
            <numerusform>与其他 %n 次无机器集的恢复比较</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Compared with the other %n of this set</source>
        <translation>
            <numerusform>与此机器集的其他 %n 次比较</numerusform>
        </translation>
    </message>
    <message>
        <source>median %1 · p95 %2 · worst %3</source>
        <translation>中位数 %1 · p95 %2 · 最长 %3</translation>
    </message>
    <message>
        <source>What the rule&apos;s wait and the set&apos;s last replacements let expect, and what was</source>
        <translation>根据规则的等待时间和机器集最近的替换所作的预计，以及实际结果</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Show it again as it was, slower or faster</source>
        <translation>按原样重放，可慢可快</translation>
    </message>
    <message>
        <source>When the change was seen here, and what showed it:</source>
        <translation>此处看到变化的时间，以及由什么显示：</translation>
    </message>
    <message>
        <source>Try it in an experiment</source>
        <translation>用实验试一试</translation>
    </message>
</context>
<context>
    <name>ui::RecoveryNews</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>%n recovered: median %1, the slowest took %2</source>
        <translation>
            <numerusform>已恢复 %n 个：中位数 %1，最慢用时 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Show its story</source>
        <translation>显示经过</translation>
    </message>
    <message>
        <source>Show the slowest</source>
        <translation>显示最慢的</translation>
    </message>
</context>
<context>
    <name>ui::RecoveryStory</name>
    <message>
        <source>less than a second</source>
        <translation>不到一秒</translation>
    </message>
    <message>
        <source>Not healthy, and nobody has acted yet.</source>
        <translation>不健康，还没有人采取行动。</translation>
    </message>
    <message>
        <source>No health check covers this machine: it stays as it is.</source>
        <translation>没有健康检查涵盖此机器：它保持原样。</translation>
    </message>
    <message>
        <source>Health check %1 is paused by an annotation.</source>
        <translation>健康检查 %1 被注解暂停。</translation>
    </message>
    <message>
        <source>Health check %1 hands it over to an external remediation.</source>
        <translation>健康检查 %1 将它交给外部修复。</translation>
    </message>
    <message>
        <source>%1 of %2 unhealthy, health check %3 allows %4: waiting.</source>
        <translation>%2 台中 %1 台不健康，健康检查 %3 允许 %4 台：等待中。</translation>
    </message>
    <message>
        <source>No set owns this machine, so deleting it would not bring a replacement.</source>
        <translation>没有机器集拥有此机器，因此删除它不会带来替换。</translation>
    </message>
    <message>
        <source>Not healthy for %1; the rule waits %2.</source>
        <translation>不健康已 %1；规则等待 %2。</translation>
    </message>
    <message>
        <source>No rule of its health check names this condition: it stays as it is.</source>
        <translation>其健康检查没有规则提到此条件：它保持原样。</translation>
    </message>
    <message>
        <source>No node after %1; the rule replaces it.</source>
        <translation>%1 后仍无节点；规则会替换它。</translation>
    </message>
    <message>
        <source>The replacement is not Ready yet: it has been booting for %1.</source>
        <translation>替换机器尚未 Ready：已启动 %1。</translation>
    </message>
    <message>
        <source>Deletion was asked for %1 ago; the machine is not gone yet.</source>
        <translation>%1 前请求了删除；机器尚未消失。</translation>
    </message>
    <message>
        <source>Deletion was asked for; there is no replacement yet.</source>
        <translation>已请求删除；还没有替换机器。</translation>
    </message>
    <message>
        <source>Replaced in %1.</source>
        <translation>%1 内完成替换。</translation>
    </message>
    <message>
        <source>Came back after %1; the rule waits %2.</source>
        <translation>%1 后恢复；规则等待 %2。</translation>
    </message>
    <message>
        <source>Came back after %1.</source>
        <translation>%1 后恢复。</translation>
    </message>
    <message>
        <source>Gone: nobody wanted a replacement.</source>
        <translation>已消失：没有人需要替换。</translation>
    </message>
    <message>
        <source>from %1 until the replacement was Ready</source>
        <translation>从 %1 到替换机器 Ready</translation>
    </message>
    <message>
        <source>from %1 until it was Ready again</source>
        <translation>从 %1 到恢复 Ready</translation>
    </message>
    <message>
        <source>not replaced</source>
        <translation>未替换</translation>
    </message>
    <message>
        <source>since it is %1, and going on</source>
        <translation>自 %1 起，仍在继续</translation>
    </message>
    <message>
        <source>the rule waits %1</source>
        <translation>规则等待 %1</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>故障</translation>
    </message>
    <message>
        <source>noticed</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>delete asked</source>
        <translation>请求删除</translation>
    </message>
    <message>
        <source>created</source>
        <translation>已创建</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>old one gone</source>
        <translation>旧机器消失</translation>
    </message>
    <message>
        <source>after the request, meanwhile</source>
        <translation>请求之后，其间</translation>
    </message>
    <message>
        <source>Ready again</source>
        <translation>恢复 Ready</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Ready</translation>
    </message>
    <message>
        <source>boot</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>set complete</source>
        <translation>机器集完整</translation>
    </message>
    <message>
        <source>%1 of the time passed until somebody asked for the deletion.</source>
        <translation>%1 的时间用于等待有人请求删除。</translation>
    </message>
    <message>
        <source>%1 of the time is the rule&apos;s own wait.</source>
        <translation>%1 的时间是规则自身的等待。</translation>
    </message>
    <message>
        <source>With a timeout of %1 the same failure would have taken %2.</source>
        <translation>若超时为 %1，同样的故障将用时 %2。</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 of the time passed before the failure was noticed: heartbeats and the grace period decide that.</source>
        <translation>%1 的时间在发现故障之前：取决于心跳和宽限期。</translation>
    </message>
    <message>
        <source>%1 of the time passed between the request to delete and the new machine.</source>
        <translation>%1 的时间在请求删除与新机器之间。</translation>
    </message>
    <message>
        <source>%1 of the time is the new machine&apos;s boot. A boot half as long would have saved %2.</source>
        <translation>%1 的时间是新机器的启动。启动时间减半可节省 %2。</translation>
    </message>
    <message>
        <source>lab timing</source>
        <translation>实验室的时间</translation>
    </message>
    <message>
        <source>Recovery %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Failure %1</source>
        <translation>故障 %1</translation>
    </message>
    <message>
        <source>unhealthy</source>
        <translation>不健康</translation>
    </message>
    <message>
        <source>%1 failed, none recovered yet</source>
        <translation>%1 次故障，尚无恢复</translation>
    </message>
    <message numerus="yes">
        <source>%n recoveries</source>
        <translation>
            <numerusform>%n 次恢复</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 · median &lt;b&gt;%2&lt;/b&gt; · p95 %3</source>
        <translation>%1 · 中位数 &lt;b&gt;%2&lt;/b&gt; · p95 %3</translation>
    </message>
    <message>
        <source>%1 is told to fail.</source>
        <translation>令 %1 出现故障。</translation>
    </message>
    <message>
        <source>%1 is told to fail: %2.</source>
        <translation>令 %1 出现故障：%2。</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 为 %2。</translation>
    </message>
    <message>
        <source>The rule waits %1.</source>
        <translation>规则等待 %1。</translation>
    </message>
    <message>
        <source>The deletion of %1 is asked for, %2 after it failed.</source>
        <translation>已请求删除 %1，距故障 %2。</translation>
    </message>
    <message>
        <source>%1 is Ready again, by itself, after %2.</source>
        <translation>%1 在 %2 后自行恢复 Ready。</translation>
    </message>
    <message>
        <source>%1 is Ready: recovered in %2.</source>
        <translation>%1 已 Ready：用时 %2 恢复。</translation>
    </message>
    <message>
        <source>%1 is made in the place of %2.</source>
        <translation>创建 %1 以代替 %2。</translation>
    </message>
    <message>
        <source>%1 is gone.</source>
        <translation>%1 已消失。</translation>
    </message>
    <message>
        <source>The set has all its machines again.</source>
        <translation>机器集的机器已重新齐全。</translation>
    </message>
    <message>
        <source>Foreseen %1 · took %2 (%3)</source>
        <translation>预计 %1 · 实际 %2 (%3)</translation>
    </message>
    <message>
        <source>Foreseen: replaced after %1. It came back before.</source>
        <translation>预计：%1 后被替换。它在此之前已恢复。</translation>
    </message>
    <message>
        <source>Foreseen: recovered after %1</source>
        <translation>预计：%1 后恢复</translation>
    </message>
    <message>
        <source>demo pace</source>
        <translation>演示速度</translation>
    </message>
    <message>
        <source>realistic timing</source>
        <translation>真实时间</translation>
    </message>
    <message>
        <source>joined</source>
        <translation>已加入</translation>
    </message>
    <message>
        <source>The node of %1 joins.</source>
        <translation>%1 的节点加入。</translation>
    </message>
    <message>
        <source>node gone</source>
        <translation>节点消失</translation>
    </message>
    <message>
        <source>Its node is gone, and nobody has acted yet.</source>
        <translation>其节点已消失，尚无人处理。</translation>
    </message>
    <message>
        <source>The node of %1 is gone.</source>
        <translation>%1 的节点已消失。</translation>
    </message>
    <message>
        <source>Took %1, as foreseen</source>
        <translation>用时 %1，与预计相同</translation>
    </message>
    <message>
        <source>%1 (fault: %2)</source>
        <translation>%1（故障：%2）</translation>
    </message>
    <message>
        <source>Foreseen %1 · took %2 (%3): others came first</source>
        <translation>预计 %1 · 实际 %2 (%3)：其他机器优先</translation>
    </message>
    <message>
        <source>had not failed yet</source>
        <translation>当时尚未发生故障</translation>
    </message>
    <message>
        <source>unwatched</source>
        <translation>无人看管</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>handed over</source>
        <translation>已移交</translation>
    </message>
    <message>
        <source>held back</source>
        <translation>暂缓</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>已跳过</translation>
    </message>
    <message>
        <source>never started</source>
        <translation>从未启动</translation>
    </message>
    <message>
        <source>deletion waits</source>
        <translation>删除等待中</translation>
    </message>
    <message>
        <source>%1 is Ready again after %2.</source>
        <translation>%1 在 %2 后恢复 Ready。</translation>
    </message>
</context>
<context>
    <name>ui::Replay</name>
    <message>
        <source>Shortly before: all is well.</source>
        <translation>稍早之前：一切正常。</translation>
    </message>
    <message>
        <source>Shortly before.</source>
        <translation>稍早之前。</translation>
    </message>
</context>
<context>
    <name>ui::ReplayBar</name>
    <message>
        <source>Next mark</source>
        <translation>下一个标记</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>REPLAY · recovery %1 · %2</source>
        <translation>重放 · 恢复 %1 · %2</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>再来一次</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>更快</translation>
    </message>
    <message>
        <source>Go to where something happens next, and wait</source>
        <translation>转到下一次发生事情的地方并等待</translation>
    </message>
    <message>
        <source>End the replay: show what happens now</source>
        <translation>结束重放：显示当前发生的事情</translation>
    </message>
</context>
<context>
    <name>ui::ScaleChips</name>
    <message>
        <source>No machines</source>
        <translation>没有机器</translation>
    </message>
    <message>
        <source>One machine less</source>
        <translation>少一台机器</translation>
    </message>
    <message>
        <source>One machine more</source>
        <translation>多一台机器</translation>
    </message>
    <message>
        <source>Twice as many</source>
        <translation>两倍</translation>
    </message>
    <message>
        <source>As many as are wanted now</source>
        <translation>与当前期望数相同</translation>
    </message>
    <message>
        <source>Number of machines</source>
        <translation>机器数量</translation>
    </message>
    <message>
        <source>Up to %L1 machines</source>
        <translation>最多 %L1 台机器</translation>
    </message>
</context>
<context>
    <name>ui::ScaleDialog</name>
    <message>
        <source>Scale %1</source>
        <translation>扩缩 %1</translation>
    </message>
    <message numerus="yes">
        <source>Scale %n sets or deployments</source>
        <translation>
            <numerusform>扩缩 %n 个机器集或部署</numerusform>
        </translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>扩缩</translation>
    </message>
</context>
<context>
    <name>ui::ScaleNews</name>
    <message>
        <source>Show in the chart</source>
        <translation>在图表中显示</translation>
    </message>
    <message>
        <source>%1: %L2 of %L2 Ready after %3</source>
        <translation>%1：%3 后 %L2 / %L2 台 Ready</translation>
    </message>
    <message>
        <source>%1 (foreseen: within about %2)</source>
        <translation>%1（预计：约 %2 内）</translation>
    </message>
    <message>
        <source>%1 booted in %2</source>
        <translation>%1 启动用时 %2</translation>
    </message>
    <message>
        <source>Median boot %1, slowest %2 in %3</source>
        <translation>启动时间中位数 %1，最慢的是 %2，用时 %3</translation>
    </message>
</context>
<context>
    <name>ui::ScaleOutlook</name>
    <message>
        <source>marked for deletion</source>
        <translation>已标记为删除</translation>
    </message>
    <message>
        <source>it has failed</source>
        <translation>已失效</translation>
    </message>
    <message>
        <source>it has no node yet</source>
        <translation>尚无节点</translation>
    </message>
    <message>
        <source>the oldest go first</source>
        <translation>最旧的优先</translation>
    </message>
    <message>
        <source>the newest go first</source>
        <translation>最新的优先</translation>
    </message>
    <message>
        <source>by chance</source>
        <translation>随机</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%n machines go: %1.</source>
        <translation>
            <numerusform>%n 台机器将被移除：%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n machines go, first %1.</source>
        <translation>
            <numerusform>%n 台机器将被移除，首先是 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 → %L2.</source>
        <translation>%L1 → %L2。</translation>
    </message>
    <message numerus="yes">
        <source>%n machines more.</source>
        <translation>
            <numerusform>增加 %n 台机器。</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready within about %1.</source>
        <translation>约 %1 内 Ready。</translation>
    </message>
    <message>
        <source>Health check %1 then allows %2 of %L3 = %L4 to be unhealthy.</source>
        <translation>健康检查 %1 届时允许 %L3 的 %2 = %L4 台不健康。</translation>
    </message>
    <message>
        <source>%1 %L2 → %L3</source>
        <translation>%1 %L2 → %L3</translation>
    </message>
    <message>
        <source>Its sets: %1.</source>
        <translation>其机器集：%1。</translation>
    </message>
    <message>
        <source>The rollout goes on, with at most %L1 machines, of which %L2 are available.</source>
        <translation>滚动更新继续进行，最多 %L1 台机器，其中 %L2 台可用。</translation>
    </message>
    <message>
        <source>About %1 of memory.</source>
        <translation>约需 %1 内存。</translation>
    </message>
    <message numerus="yes">
        <source>%n machines wait for PodDisruptionBudget %1, first %2: it needs %L3 healthy pods, has %L4</source>
        <translation>
            <numerusform>%n 台机器等待 PodDisruptionBudget %1，首先是 %2：它需要 %L3 个健康 Pod，现有 %L4 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and lets %L2 go at a time.</source>
        <translation>%1，每次允许 %L2 个离开。</translation>
    </message>
    <message>
        <source>%1 and lets none go.</source>
        <translation>%1，不允许任何一个离开。</translation>
    </message>
    <message>
        <source>MachineDisruptionBudget %1, which holds no scaling back, then lets health checks take %L2 of %L3 machines.</source>
        <translation>MachineDisruptionBudget %1 不阻止扩缩容，届时允许健康检查处理 %L3 台机器中的 %L2 台。</translation>
    </message>
    <message numerus="yes">
        <source>Before that %n pods leave their nodes.</source>
        <translation>
            <numerusform>此前 %n 个 Pod 离开其节点。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %n more budgets.</source>
        <translation>
            <numerusform>还有 %n 个预算。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::ScalePreview</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Together %L1 → %L2.</source>
        <translation>合计 %L1 → %L2。</translation>
    </message>
    <message>
        <source>%1 in the namespace %2, spec.replicas: %L3 → %L4</source>
        <translation>命名空间 %2 中的 %1，spec.replicas：%L3 → %L4</translation>
    </message>
    <message>
        <source>The server would make it %L1 for %2.</source>
        <translation>服务器会将 %2 的数量改为 %L1。</translation>
    </message>
    <message numerus="yes">
        <source>%n sets or deployments</source>
        <translation>
            <numerusform>%n 个集合或部署</numerusform>
        </translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>扩缩</translation>
    </message>
    <message>
        <source>Scale %1 in the cluster %2 (%3)?</source>
        <translation>要在集群 %2（%3）中扩缩 %1 吗？</translation>
    </message>
</context>
<context>
    <name>ui::ScenarioEditor</name>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>Recorded scenario</source>
        <translation>录制的场景</translation>
    </message>
    <message>
        <source>The scenario as YAML</source>
        <translation>YAML 形式的场景</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 个步骤</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep the scenario</source>
        <translation>保存场景</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml *.yml)</source>
        <translation>场景 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Scenario %1</source>
        <translation>场景 %1</translation>
    </message>
    <message>
        <source>The experiment as YAML</source>
        <translation>YAML 格式的实验</translation>
    </message>
    <message>
        <source>Experiment %1</source>
        <translation>实验 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Keep the experiment</source>
        <translation>保存实验</translation>
    </message>
    <message>
        <source>Experiments (*.yaml *.yml)</source>
        <translation>实验 (*.yaml *.yml)</translation>
    </message>
</context>
<context>
    <name>ui::ScenarioRecorder</name>
    <message>
        <source>Recorded in the window on %1.</source>
        <translation>在窗口中录制于 %1。</translation>
    </message>
    <message>
        <source>Not recorded: %1.</source>
        <translation>未录制：%1。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>Recorded %1</source>
        <translation>录制于 %1</translation>
    </message>
    <message>
        <source>rolling %1 back</source>
        <translation>回滚 %1</translation>
    </message>
    <message>
        <source>switching %1 on</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>switching %1 off</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>installing the prerequisites</source>
        <translation>安装先决条件</translation>
    </message>
    <message>
        <source>running a scenario</source>
        <translation>运行场景</translation>
    </message>
    <message>
        <source>deleting %1 %2</source>
        <translation>删除 %1 %2</translation>
    </message>
    <message>
        <source>changing %1 %2</source>
        <translation>更改 %1 %2</translation>
    </message>
</context>
<context>
    <name>ui::ScenariosPage</name>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>▶ Run</source>
        <translation>▶ 运行</translation>
    </message>
    <message>
        <source>Carry the scenario out on this cluster</source>
        <translation>在此集群上执行该场景</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Give up the scenario that runs; what it has asked for stays asked</source>
        <translation>放弃正在运行的场景；已请求的仍然有效</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Add a scenario from a file</source>
        <translation>从文件添加场景</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>打开场景</translation>
    </message>
    <message>
        <source>Scenarios (*.yaml *.yml)</source>
        <translation>场景 (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>No scenario</source>
        <translation>没有场景</translation>
    </message>
    <message>
        <source>■ Stop recording (%1)</source>
        <translation>■ 停止录制 (%1)</translation>
    </message>
    <message>
        <source>● Record</source>
        <translation>● 录制</translation>
    </message>
    <message>
        <source>Write down as a scenario what you do in the window</source>
        <translation>把在窗口中所做的操作记录为场景</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Change its YAML, or keep it under another name</source>
        <translation>修改其 YAML，或另存为其他名称</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>Keep as one page what it did and how long the recoveries took</source>
        <translation>将其所做的操作和恢复用时保存为一个页面</translation>
    </message>
</context>
<context>
    <name>ui::ServerTrial</name>
    <message>
        <source>%1 in the namespace %2, %3</source>
        <translation>命名空间 %2 中的 %1，%3</translation>
    </message>
    <message>
        <source>The server refuses this for %1: %2</source>
        <translation>服务器拒绝对 %1 这样做：%2</translation>
    </message>
    <message>
        <source>The server would accept this.</source>
        <translation>服务器会接受。</translation>
    </message>
    <message>
        <source>The server is being asked whether it would accept this …</source>
        <translation>正在询问服务器是否接受…</translation>
    </message>
</context>
<context>
    <name>ui::SettingRow</name>
    <message>
        <source>Reset</source>
        <translation>重置</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
</context>
<context>
    <name>ui::SettingsDialog</name>
    <message>
        <source>No setting has these words.</source>
        <translation>没有包含这些词语的设置。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Opened with --fresh: what is chosen counts until the window closes.</source>
        <translation>以 --fresh 打开：所做的选择在窗口关闭前有效。</translation>
    </message>
    <message>
        <source>Kept in %1</source>
        <translation>保存在 %1</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>打开文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>from the next start on</source>
        <translation>下次启动后生效</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>所有按键</translation>
    </message>
    <message>
        <source>Give every action the key of the set in use again.</source>
        <translation>让每个操作恢复为当前方案中的按键。</translation>
    </message>
    <message>
        <source>Reset all keys</source>
        <translation>重置所有按键</translation>
    </message>
</context>
<context>
    <name>ui::ShortcutSheet</name>
    <message>
        <source>inspect the row</source>
        <translation>查看该行</translation>
    </message>
    <message>
        <source>copy the rows with the columns&apos; titles</source>
        <translation>复制各行及列标题</translation>
    </message>
    <message>
        <source>clear the filter, leave the editor</source>
        <translation>清除筛选，离开编辑器</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>C&amp;hange keys…</source>
        <translation>更改按键(&amp;H)…</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Guide</source>
        <translation>指南</translation>
    </message>
    <message>
        <source>the rows of the navigation; with Alt where text is written</source>
        <translation>导航中的各行；在输入文本处按住 Alt</translation>
    </message>
</context>
<context>
    <name>ui::TableModel</name>
    <message>
        <source>Ready %1</source>
        <translation>%1 Ready</translation>
    </message>
</context>
<context>
    <name>ui::Tables</name>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Sets</source>
        <translation>机器集</translation>
    </message>
    <message>
        <source>Deployments</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Health checks</source>
        <translation>健康检查</translation>
    </message>
    <message>
        <source>Old health checks</source>
        <translation>旧健康检查</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Machine system</source>
        <translation>机器系统</translation>
    </message>
    <message>
        <source>Whose machines, sets and deployments the tables show</source>
        <translation>表格显示哪个系统的机器、机器集和部署</translation>
    </message>
</context>
<context>
    <name>ui::TimeControl</name>
    <message>
        <source>No recovery to replay yet.</source>
        <translation>还没有可重放的恢复。</translation>
    </message>
    <message>
        <source>Nothing is kept of the time of that recovery.</source>
        <translation>那次恢复的时段没有保留任何内容。</translation>
    </message>
</context>
<context>
    <name>ui::TimelineExport</name>
    <message>
        <source>Picture (PNG)…</source>
        <translation>图片 (PNG)…</translation>
    </message>
    <message>
        <source>Drawing (SVG)…</source>
        <translation>矢量图 (SVG)…</translation>
    </message>
    <message>
        <source>Recoveries as a table (CSV)…</source>
        <translation>恢复表格 (CSV)…</translation>
    </message>
    <message>
        <source>All that happened, as a table (CSV)…</source>
        <translation>全部事件的表格 (CSV)…</translation>
    </message>
    <message>
        <source>Recoveries as values (JSON)…</source>
        <translation>恢复数据 (JSON)…</translation>
    </message>
    <message>
        <source>Report, one page (HTML)…</source>
        <translation>单页报告 (HTML)…</translation>
    </message>
    <message>
        <source>Report of the scenario, one page (HTML)</source>
        <translation>场景报告，单页（HTML）</translation>
    </message>
</context>
<context>
    <name>ui::TimelinePanel</name>
    <message>
        <source>● LIVE</source>
        <translation>● 实时</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Counts and machines over time</source>
        <translation>数量和机器随时间的变化</translation>
    </message>
    <message>
        <source>Recoveries</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>The failures, and the story of each</source>
        <translation>各次故障及其经过</translation>
    </message>
    <message>
        <source>5 min</source>
        <translation>5 分钟</translation>
    </message>
    <message>
        <source>Show the last five minutes</source>
        <translation>显示最近五分钟</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Keep what is shown as a file</source>
        <translation>将显示内容保存为文件</translation>
    </message>
    <message>
        <source>Back to live</source>
        <translation>回到实时</translation>
    </message>
    <message>
        <source>%1 gone machines kept, %2 forgotten</source>
        <translation>保留 %1 台已消失的机器，遗忘 %2 台</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 台已消失</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Could not save %1: %2</source>
        <translation>无法保存 %1：%2</translation>
    </message>
    <message>
        <source>Follow what happens now</source>
        <translation>跟随当前发生的事情</translation>
    </message>
    <message>
        <source>Show everything. The wheel zooms, dragging chooses a stretch, with Shift it moves; Alt+Left goes back.</source>
        <translation>显示全部。滚轮缩放，拖动选择一段，按住 Shift 拖动则移动；Alt+Left 后退。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>ui::Tour</name>
    <message>
        <source>%1 of %2 · %3</source>
        <translation>%1 / %2 · %3</translation>
    </message>
    <message>
        <source>Choose a machine</source>
        <translation>选择一台机器</translation>
    </message>
    <message>
        <source>Break it</source>
        <translation>弄坏它</translation>
    </message>
    <message>
        <source>Watch it heal</source>
        <translation>看它恢复</translation>
    </message>
    <message>
        <source>Read how long it took</source>
        <translation>看花了多长时间</translation>
    </message>
    <message>
        <source>Go back in time</source>
        <translation>回到过去</translation>
    </message>
    <message>
        <source>Back to now</source>
        <translation>回到现在</translation>
    </message>
    <message>
        <source>That was the tour</source>
        <translation>导览结束</translation>
    </message>
    <message>
        <source>Each card or tile is a machine. Click one, or press %1.</source>
        <translation>每张卡片或每个方块是一台机器。点击一个，或按 %1。</translation>
    </message>
    <message>
        <source>Press %1, then Enter: its node stops being Ready until it is replaced.</source>
        <translation>按 %1，再按 Enter：它的节点不再 Ready，直到机器被替换。</translation>
    </message>
    <message>
        <source>The health check waits, deletes the machine, and its set makes another one: that takes some twenty seconds. Why, and when, stands at the right.</source>
        <translation>健康检查等待一段时间后删除该机器，机器集会创建新的机器：大约需要二十秒。原因和时间显示在右侧。</translation>
    </message>
    <message>
        <source>Press %1 for the recoveries: the card tells what happened when, and what took the time.</source>
        <translation>按 %1 查看恢复记录：卡片说明何时发生了什么，以及时间花在哪里。</translation>
    </message>
    <message>
        <source>Press %1 a few times, or drag along the times below the chart: all is shown as it was at that second.</source>
        <translation>按几次 %1，或沿图表下方的时间拖动：一切按那一秒的样子显示。</translation>
    </message>
    <message>
        <source>Nothing can be changed in the past. Press %1.</source>
        <translation>过去无法更改。请按 %1。</translation>
    </message>
    <message>
        <source>%1 finds everything, %2 shows all keys.</source>
        <translation>%1 可找到一切，%2 显示所有按键。</translation>
    </message>
</context>
<context>
    <name>ui::Trial</name>
    <message>
        <source>The server warns: %1</source>
        <translation>服务器警告：%1</translation>
    </message>
    <message>
        <source>%1: can be tried only once %2 is there</source>
        <translation>%1：要等 %2 存在后才能试运行</translation>
    </message>
    <message>
        <source>%1: refused: %2</source>
        <translation>%1：被拒绝：%2</translation>
    </message>
    <message>
        <source>%1: can&apos;t be tried: %2</source>
        <translation>%1：无法试运行：%2</translation>
    </message>
    <message>
        <source>%1: created</source>
        <translation>%1：将创建</translation>
    </message>
    <message>
        <source>%1: stays as it is</source>
        <translation>%1：保持不变</translation>
    </message>
    <message>
        <source>%1: changed</source>
        <translation>%1：将更改</translation>
    </message>
    <message>
        <source>The server accepts it.</source>
        <translation>服务器接受。</translation>
    </message>
    <message>
        <source>The server leaves out what it does not know: %1.</source>
        <translation>服务器会略去它不认识的内容：%1。</translation>
    </message>
    <message numerus="yes">
        <source>Apply %n objects to the cluster %1 (%2)?</source>
        <translation>
            <numerusform>要将 %n 个对象应用到集群 %1（%2）吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>将更改的内容</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>之后</translation>
    </message>
</context>
<context>
    <name>ui::VariantDetail</name>
    <message>
        <source>The variant that is chosen</source>
        <translation>所选变体</translation>
    </message>
    <message>
        <source>No variant is chosen.</source>
        <translation>未选择变体。</translation>
    </message>
    <message>
        <source>variant %1 of %2</source>
        <translation>第 %1 个变体，共 %2 个</translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>定义</translation>
    </message>
    <message>
        <source>Slowest run</source>
        <translation>最慢的运行</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>recovery</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>most of it</source>
        <translation>其中最多</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>ui::Variants</name>
    <message>
        <source>p95</source>
        <translation>p95</translation>
    </message>
    <message>
        <source>of a hundred 95 took no longer</source>
        <translation>一百次中有 95 次不超过此值</translation>
    </message>
    <message>
        <source>the median of all runs</source>
        <translation>所有运行的中位数</translation>
    </message>
    <message>
        <source>the mean of all runs</source>
        <translation>所有运行的平均值</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>not recovered</source>
        <translation>未恢复</translation>
    </message>
    <message>
        <source>failures that were not over when their run was, in all runs together: they count among the recovery times for as long as they were watched, and as dots that are hollow</source>
        <translation>运行结束时尚未结束的故障，所有运行合计：按被观察的时长计入恢复时间，并画成空心点</translation>
    </message>
    <message>
        <source>of a hundred 95 took no longer; ≥: too many had not recovered to tell more</source>
        <translation>一百个中有 95 个不超过此值；≥：未恢复的太多，无法给出更多</translation>
    </message>
    <message>
        <source>the median of all runs; ≥: too many had not recovered to tell more</source>
        <translation>所有运行的中位数；≥：未恢复的太多，无法给出更多</translation>
    </message>
    <message>
        <source>needlessly</source>
        <translation>其中不必要</translation>
    </message>
</context>
<context>
    <name>ui::ViewMenu</name>
    <message>
        <source>Panel t&amp;itles</source>
        <translation>面板标题(&amp;I)</translation>
    </message>
    <message>
        <source>L&amp;ayout</source>
        <translation>布局(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Machines as</source>
        <translation>机器显示为(&amp;M)</translation>
    </message>
</context>
<context>
    <name>ui::Wall</name>
    <message>
        <source>Wall of machines</source>
        <translation>机器墙</translation>
    </message>
    <message>
        <source>no health check</source>
        <translation>无健康检查</translation>
    </message>
    <message>
        <source>no zone</source>
        <translation>无区域</translation>
    </message>
    <message>
        <source>zone %1</source>
        <translation>区域 %1</translation>
    </message>
    <message>
        <source>of no set</source>
        <translation>不属于机器集</translation>
    </message>
    <message>
        <source>%1 · zone %2</source>
        <translation>%1 · 区域 %2</translation>
    </message>
    <message>
        <source>%L1 more may fail</source>
        <translation>还允许 %L1 台失效</translation>
    </message>
    <message>
        <source>%L1 of %L2 unhealthy, no more may fail</source>
        <translation>%L2 台中 %L1 台不健康，不允许再有失效</translation>
    </message>
    <message>
        <source>%L1 of %L2 Ready</source>
        <translation>%L2 台中 %L1 台 Ready</translation>
    </message>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>once</source>
        <translation>一次</translation>
    </message>
    <message>
        <source>twice</source>
        <translation>两次</translation>
    </message>
    <message>
        <source>more often</source>
        <translation>更多次</translation>
    </message>
    <message>
        <source>&lt; 1 min</source>
        <translation>&lt; 1 分钟</translation>
    </message>
    <message>
        <source>&lt; 10 min</source>
        <translation>&lt; 10 分钟</translation>
    </message>
    <message>
        <source>&lt; 1 h</source>
        <translation>&lt; 1 小时</translation>
    </message>
    <message>
        <source>older</source>
        <translation>更久</translation>
    </message>
</context>
<context>
    <name>ui::WallBar</name>
    <message>
        <source>Set, zone</source>
        <translation>机器集、区域</translation>
    </message>
    <message>
        <source>A group for each zone of a set</source>
        <translation>机器集的每个区域一组</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>机器集</translation>
    </message>
    <message>
        <source>A group for each set</source>
        <translation>每个机器集一组</translation>
    </message>
    <message>
        <source>Zone</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>A group for each zone</source>
        <translation>每个区域一组</translation>
    </message>
    <message>
        <source>Health check</source>
        <translation>健康检查</translation>
    </message>
    <message>
        <source>A group for each health check</source>
        <translation>每个健康检查一组</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>The colour of a tile is that of its machine&apos;s state</source>
        <translation>方块的颜色表示其机器的状态</translation>
    </message>
    <message>
        <source>Last 10 min</source>
        <translation>最近 10 分钟</translation>
    </message>
    <message>
        <source>The colour of a tile tells how often its node has failed in 10 minutes</source>
        <translation>方块的颜色表示其节点在 10 分钟内出故障的次数</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>存在时间</translation>
    </message>
    <message>
        <source>The colour of a tile tells how new its machine is</source>
        <translation>方块的颜色表示其机器的新旧</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组依据</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>着色依据</translation>
    </message>
</context>
<context>
    <name>ui::Welcome</name>
    <message>
        <source>Welcome to Hollow Lab</source>
        <translation>欢迎使用 Hollow Lab</translation>
    </message>
    <message>
        <source>Watch machines fail and heal. Everything runs in this program: no containers, no network, no account. Six steps show how.</source>
        <translation>观察机器如何失效与恢复。一切都在本程序中运行：无需容器、网络或账号。用六个步骤来了解。</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>开始导览</translation>
    </message>
    <message>
        <source>Open a real cluster…</source>
        <translation>打开真实集群…</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
    <message>
        <source>Starting: %L1 of %L2 nodes Ready</source>
        <translation>正在启动：%L2 个节点中 %L1 个 Ready</translation>
    </message>
    <message>
        <source>Your lab is running: %L1 nodes Ready after %2.</source>
        <translation>实验室正在运行：%L1 个节点在 %2 后 Ready。</translation>
    </message>
    <message>
        <source>Your lab is running: %L1 nodes Ready.</source>
        <translation>实验室正在运行：%L1 个节点 Ready。</translation>
    </message>
    <message>
        <source>scale the set</source>
        <translation>扩缩机器集</translation>
    </message>
    <message>
        <source>break a node</source>
        <translation>让一个节点出故障</translation>
    </message>
    <message>
        <source>read how it healed</source>
        <translation>查看它如何恢复</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>下一步：%1</translation>
    </message>
</context>
<context>
    <name>ui::Why</name>
    <message>
        <source>looks again when something changes</source>
        <translation>情况变化时再次查看</translation>
    </message>
    <message>
        <source>looks again in %1</source>
        <translation>%1 后再次查看</translation>
    </message>
    <message>
        <source>looks again now</source>
        <translation>现在再次查看</translation>
    </message>
    <message>
        <source> about %1</source>
        <translation>，关于 %1</translation>
    </message>
    <message>
        <source>at %1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Failures in a row: %1. </source>
        <translation>连续失败次数：%1。</translation>
    </message>
    <message>
        <source>… and %1 more</source>
        <translation>…还有 %1 项</translation>
    </message>
    <message>
        <source>What controllers last said (%1)</source>
        <translation>控制器最近的说明（%1）</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>No decision about it is kept of that time.</source>
        <translation>没有保留当时对它的决定。</translation>
    </message>
    <message>
        <source>Asking the controllers …</source>
        <translation>正在询问控制器…</translation>
    </message>
    <message>
        <source>No controller that runs here decides about this object, or none has looked at it yet.</source>
        <translation>在此运行的控制器都不负责此对象，或尚未查看过它。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln machines count as healthy</source>
        <translation>
            <numerusform>%Ln 台机器算作健康</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::YamlEdit</name>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>全部展开</translation>
    </message>
</context>
</TS>
