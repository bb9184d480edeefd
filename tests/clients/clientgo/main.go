// SPDX-License-Identifier: GPL-3.0-or-later

// What controllers do with client-go, against the kubeconfig in $KUBECONFIG: typed clients over protobuf,
// dynamic ones, informers, leader election. Prints a line for each thing that works; the first that does not
// ends it. With "follow 1h" informers of every kind look on for so long instead. tests/realcluster/fetch.sh
// builds it with the client-go of two releases of Debian.
package main

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1beta1 "k8s.io/api/policy/v1beta1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/util/retry"
)

const namespace = "clients-go"

var machineSets = schema.GroupVersionResource{
	Group: "machine.openshift.io", Version: "v1beta1", Resource: "machinesets"}

func check(err error) {
	if err != nil {
		_, file, line, _ := runtime.Caller(1)
		fmt.Fprintf(os.Stderr, "%s:%d: %v\n", file, line, err)
		os.Exit(1)
	}
}

func claim(holds bool, text string, arguments ...interface{}) {
	if !holds {
		_, file, line, _ := runtime.Caller(1)
		fmt.Fprintf(os.Stderr, "%s:%d: "+text+"\n", append([]interface{}{file, line}, arguments...)...)
		os.Exit(1)
	}
}

func eventually(condition func() bool, what string) {
	for end := time.Now().Add(time.Minute); !condition(); time.Sleep(50 * time.Millisecond) {
		claim(time.Now().Before(end), "still not so: %s", what)
	}
}

type journey struct {
	ctx     context.Context
	config  *rest.Config // JSON, as dynamic clients need it
	typed   *kubernetes.Clientset
	dynamic dynamic.Interface
}

func newJourney() journey {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	check(err)
	config.QPS, config.Burst = 200, 200
	protobuf := rest.CopyConfig(config)
	protobuf.ContentType = "application/vnd.kubernetes.protobuf"
	protobuf.AcceptContentTypes = "application/vnd.kubernetes.protobuf,application/json"
	return journey{context.Background(), config, kubernetes.NewForConfigOrDie(protobuf),
		dynamic.NewForConfigOrDie(config)}
}

func (j journey) makesANamespace() {
	_, err := j.typed.CoreV1().Namespaces().Create(j.ctx,
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}, metav1.CreateOptions{})
	check(err)
}

func (j journey) writesOverProtobuf() {
	maps := j.typed.CoreV1().ConfigMaps(namespace)
	made, err := maps.Create(j.ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "one"},
		Data: map[string]string{"a": "1"}}, metav1.CreateOptions{})
	check(err)
	_, err = maps.Create(j.ctx, made.DeepCopy(), metav1.CreateOptions{})
	claim(err != nil, "an object with a resource version was created")
	made.Data["b"] = "2"
	updated, err := maps.Update(j.ctx, made, metav1.UpdateOptions{})
	check(err)
	_, err = maps.Update(j.ctx, made, metav1.UpdateOptions{})
	claim(apierrors.IsConflict(err), "no conflict but %v", err)
	claim(reflect.DeepEqual(updated.Data, map[string]string{"a": "1", "b": "2"}), "it is %v", updated.Data)
	check(maps.Delete(j.ctx, "one", metav1.DeleteOptions{}))
	_, err = maps.Get(j.ctx, "one", metav1.GetOptions{})
	claim(apierrors.IsNotFound(err), "not gone but %v", err)
}

func (j journey) appliesOnTheServer() {
	kind := schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}
	maps := j.dynamic.Resource(kind).Namespace(namespace)
	force := true
	apply := func(manager, value string, options metav1.PatchOptions) (*unstructured.Unstructured, error) {
		options.FieldManager = manager
		return maps.Patch(j.ctx, "applied", types.ApplyPatchType, []byte(
			`{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"applied"},"data":{"a":"`+value+`"}}`), options)
	}
	_, err := apply("one", "1", metav1.PatchOptions{})
	check(err)
	_, err = apply("other", "2", metav1.PatchOptions{})
	claim(apierrors.IsConflict(err), "no conflict but %v", err)
	applied, err := apply("other", "2", metav1.PatchOptions{Force: &force})
	check(err)
	value, _, _ := unstructured.NestedString(applied.Object, "data", "a")
	claim(value == "2", "it is %q", value)
}

func (j journey) retriesConflicts() {
	maps := j.typed.CoreV1().ConfigMaps(namespace)
	_, err := maps.Create(j.ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "counter"}},
		metav1.CreateOptions{})
	check(err)
	var all sync.WaitGroup
	for i := 0; i < 8; i++ {
		all.Add(1)
		go func(key string) {
			defer all.Done()
			check(retry.OnError(retry.DefaultBackoff, apierrors.IsConflict, func() error {
				return retry.RetryOnConflict(retry.DefaultRetry, func() error {
					present, err := maps.Get(j.ctx, "counter", metav1.GetOptions{})
					if err != nil {
						return err
					}
					if present.Data == nil {
						present.Data = map[string]string{}
					}
					present.Data[key] = "yes"
					_, err = maps.Update(j.ctx, present, metav1.UpdateOptions{})
					return err
				})
			}))
		}(fmt.Sprintf("key-%d", i))
	}
	all.Wait()
	present, err := maps.Get(j.ctx, "counter", metav1.GetOptions{})
	check(err)
	claim(len(present.Data) == 8, "a write was lost: %v", present.Data)
}

func (j journey) firstSet() (unstructured.Unstructured, int64) {
	all, err := j.dynamic.Resource(machineSets).List(j.ctx, metav1.ListOptions{})
	check(err)
	replicas, _, _ := unstructured.NestedInt64(all.Items[0].Object, "spec", "replicas")
	return all.Items[0], replicas
}

func (j journey) scale(set unstructured.Unstructured, wanted int64) {
	patch := []byte(fmt.Sprintf(`{"spec":{"replicas":%d}}`, wanted))
	_, err := j.dynamic.Resource(machineSets).Namespace(set.GetNamespace()).Patch(
		j.ctx, set.GetName(), types.MergePatchType, patch, metav1.PatchOptions{}, "scale")
	check(err)
}

// followsWithoutRelist scales a set while typed, dynamic and metadata-only informers look on.
func (j journey) followsWithoutRelist() {
	var count int64
	config := counted(j.config, &count)
	stop := make(chan struct{})
	defer close(stop)
	typed := informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(config), 0)
	nodes, pods := typed.Core().V1().Nodes(), typed.Core().V1().Pods()
	anyKind := dynamicinformer.NewDynamicSharedInformerFactory(dynamic.NewForConfigOrDie(config), 0)
	sets := anyKind.ForResource(machineSets)
	synced := []cache.InformerSynced{
		nodes.Informer().HasSynced, pods.Informer().HasSynced, sets.Informer().HasSynced}
	typed.Start(stop)
	anyKind.Start(stop)
	claim(cache.WaitForCacheSync(stop, synced...), "the informers have not synced")
	size := func() int { return len(nodes.Informer().GetStore().List()) }
	before := size()

	set, replicas := j.firstSet()
	j.scale(set, replicas+2)
	eventually(func() bool { return size() == before+2 }, "two nodes more")
	j.scale(set, replicas)
	eventually(func() bool { return size() == before }, "as many nodes as before")
	eventually(func() bool {
		seen, _, err := sets.Informer().GetStore().GetByKey(set.GetNamespace() + "/" + set.GetName())
		ready, _, _ := unstructured.NestedInt64(seen.(*unstructured.Unstructured).Object, "status", "readyReplicas")
		return err == nil && ready == replicas
	}, "the set is ready")
	claim(atomic.LoadInt64(&count) == int64(len(synced)), "%d lists for %d informers", count, len(synced))
}

func (j journey) readsMetadataAlone() {
	listed, err := metadata.NewForConfigOrDie(j.config).Resource(
		schema.GroupVersionResource{Version: "v1", Resource: "nodes"}).List(j.ctx, metav1.ListOptions{})
	check(err)
	claim(len(listed.Items) > 0 && listed.Items[0].Kind == "PartialObjectMetadata", "it is %v", listed)
}

func (j journey) runsADeployment() {
	labels := map[string]string{"app": "web"}
	replicas := int32(2)
	apps, pods := j.typed.AppsV1().Deployments(namespace), j.typed.CoreV1().Pods(namespace)
	_, err := apps.Create(j.ctx, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "web"},
		Spec: appsv1.DeploymentSpec{Replicas: &replicas, Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec: corev1.PodSpec{Tolerations: []corev1.Toleration{{Operator: corev1.TolerationOpExists}},
					Containers: []corev1.Container{{Name: "web", Image: "nginx:1.25"}}}}}}, metav1.CreateOptions{})
	check(err)
	isReady := func() bool {
		present, err := apps.Get(j.ctx, "web", metav1.GetOptions{})
		check(err)
		return present.Status.ReadyReplicas == replicas
	}
	eventually(isReady, "the deployment is ready")
	found, err := pods.List(j.ctx, metav1.ListOptions{LabelSelector: "app=web"})
	check(err)
	evicted := found.Items[0]
	_, err = pods.GetLogs(evicted.Name, &corev1.PodLogOptions{}).DoRaw(j.ctx)
	check(err)
	check(pods.Evict(j.ctx, &policyv1beta1.Eviction{
		ObjectMeta: metav1.ObjectMeta{Name: evicted.Name, Namespace: namespace}}))
	eventually(func() bool {
		present, err := pods.Get(j.ctx, evicted.Name, metav1.GetOptions{})
		return apierrors.IsNotFound(err) || err == nil && present.UID != evicted.UID
	}, "the pod is evicted")
	eventually(isReady, "the deployment is ready again")
}

// handsLeadershipOver ends the first of two candidates; then the other leads.
func (j journey) handsLeadershipOver() {
	leads := make(chan string, 2)
	candidate := func(ctx context.Context, name string) {
		lock, err := resourcelock.New(resourcelock.LeasesResourceLock, namespace, "leader", j.typed.CoreV1(),
			j.typed.CoordinationV1(), resourcelock.ResourceLockConfig{Identity: name})
		check(err)
		leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{Lock: lock, ReleaseOnCancel: true,
			LeaseDuration: 6 * time.Second, RenewDeadline: 4 * time.Second, RetryPeriod: 500 * time.Millisecond,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { leads <- name }, OnStoppedLeading: func() {}}})
	}
	first, leave := context.WithCancel(j.ctx)
	go candidate(first, "first")
	claim(<-leads == "first", "the first does not lead")
	second, end := context.WithCancel(j.ctx)
	defer end()
	go candidate(second, "second")
	leave()
	select {
	case now := <-leads:
		claim(now == "second", "%s leads", now)
	case <-time.After(20 * time.Second):
		claim(false, "nobody leads")
	}
}

func (j journey) takesTheNamespaceAway() {
	check(j.typed.CoreV1().Namespaces().Delete(j.ctx, namespace, metav1.DeleteOptions{}))
	eventually(func() bool {
		_, err := j.typed.CoreV1().Namespaces().Get(j.ctx, namespace, metav1.GetOptions{})
		return apierrors.IsNotFound(err)
	}, "the namespace is gone")
}

func main() {
	j := newJourney()
	if len(os.Args) == 3 && os.Args[1] == "follow" {
		length, err := time.ParseDuration(os.Args[2])
		check(err)
		j.follow(length)
		return
	}
	for _, step := range []func(){
		j.makesANamespace, j.writesOverProtobuf, j.appliesOnTheServer, j.retriesConflicts, j.readsMetadataAlone,
		j.followsWithoutRelist, j.runsADeployment, j.handsLeadershipOver, j.takesTheNamespaceAway} {
		step()
		name := runtime.FuncForPC(reflect.ValueOf(step).Pointer()).Name()
		fmt.Println("works:", strings.TrimSuffix(name[strings.LastIndex(name, ".")+1:], "-fm"))
	}
}
