// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// lists counts what informers must do once only: to ask for all there is, in a list or as a watch begins.
type lists struct {
	inner http.RoundTripper
	count *int64
}

func (l lists) RoundTrip(request *http.Request) (*http.Response, error) {
	query := request.URL.Query()
	isList := query.Get("limit") != "" && query.Get("watch") == ""
	if request.Method == http.MethodGet && (isList || query.Get("sendInitialEvents") == "true") {
		atomic.AddInt64(l.count, 1)
	}
	return l.inner.RoundTrip(request)
}

func counted(config *rest.Config, count *int64) *rest.Config {
	copied := rest.CopyConfig(config)
	copied.WrapTransport = func(inner http.RoundTripper) http.RoundTripper { return lists{inner, count} }
	return copied
}

// follower is one informer's view of a kind.
type follower struct {
	kind     schema.GroupVersionResource
	informer cache.SharedIndexInformer
	events   *int64
}

func newFollower(
	kind schema.GroupVersionResource, informer cache.SharedIndexInformer, events *int64) follower {

	one := func() { atomic.AddInt64(events, 1) }
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(interface{}) { one() },
		UpdateFunc: func(interface{}, interface{}) { one() }, DeleteFunc: func(interface{}) { one() }})
	return follower{kind, informer, events}
}

func (f follower) versions() map[string]string {
	seen := map[string]string{}
	for _, object := range f.informer.GetStore().List() {
		accessor, err := meta.Accessor(object)
		check(err)
		seen[accessor.GetNamespace()+"/"+accessor.GetName()] = accessor.GetResourceVersion()
	}
	return seen
}

func (j journey) listed(kind schema.GroupVersionResource) map[string]string {
	all, err := j.dynamic.Resource(kind).List(j.ctx, metav1.ListOptions{})
	check(err)
	present := map[string]string{}
	for _, item := range all.Items {
		present[item.GetNamespace()+"/"+item.GetName()] = item.GetResourceVersion()
	}
	return present
}

func same(left, right map[string]string) bool {
	for key, value := range left {
		if right[key] != value {
			return false
		}
	}
	return len(left) == len(right)
}

func has(verbs []string, wanted string) bool {
	for _, verb := range verbs {
		if verb == wanted {
			return true
		}
	}
	return false
}

// followableKinds are all that the server says can be listed and watched.
func (j journey) followableKinds() []schema.GroupVersionResource {
	groups, err := j.typed.Discovery().ServerPreferredResources()
	check(err)
	var kinds []schema.GroupVersionResource
	for _, group := range groups {
		version, err := schema.ParseGroupVersion(group.GroupVersion)
		check(err)
		for _, resource := range group.APIResources {
			if has(resource.Verbs, "list") && has(resource.Verbs, "watch") {
				kinds = append(kinds, version.WithResource(resource.Name))
			}
		}
	}
	return kinds
}

// leads fails the program when a leadership with the usual times is lost before the context ends.
func (j journey) leads(ctx context.Context) {
	lock, err := resourcelock.New(resourcelock.LeasesResourceLock, "default", "follow", j.typed.CoreV1(),
		j.typed.CoordinationV1(), resourcelock.ResourceLockConfig{Identity: "follow"})
	check(err)
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{Lock: lock, ReleaseOnCancel: true,
		LeaseDuration: 15 * time.Second, RenewDeadline: 10 * time.Second, RetryPeriod: 2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{OnStartedLeading: func(context.Context) {},
			OnStoppedLeading: func() { claim(ctx.Err() != nil, "leadership was lost") }}})
}

// follow has typed, dynamic and metadata-only informers look at every kind for so long, while a set is scaled
// once a minute and a leadership is held: each lists once, and in the end sees what there is.
func (j journey) follow(length time.Duration) {
	var count, events int64
	stop := make(chan struct{})
	config := counted(j.config, &count)
	protobuf := rest.CopyConfig(config)
	protobuf.ContentType = "application/vnd.kubernetes.protobuf"
	typed := informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(protobuf), 0)
	anyKind := dynamicinformer.NewDynamicSharedInformerFactory(dynamic.NewForConfigOrDie(config), 0)
	itsMetadata := metadatainformer.NewSharedInformerFactory(metadata.NewForConfigOrDie(config), 0)
	var followers []follower
	for _, kind := range j.followableKinds() {
		if known, err := typed.ForResource(kind); err == nil {
			followers = append(followers, newFollower(kind, known.Informer(), &events))
		}
		followers = append(followers, newFollower(kind, anyKind.ForResource(kind).Informer(), &events),
			newFollower(kind, itsMetadata.ForResource(kind).Informer(), &events))
	}
	typed.Start(stop)
	anyKind.Start(stop)
	itsMetadata.Start(stop)
	for _, one := range followers {
		claim(cache.WaitForCacheSync(stop, one.informer.HasSynced), "%v has not synced", one.kind)
	}
	ctx, leave := context.WithCancel(j.ctx)
	var leading sync.WaitGroup
	leading.Add(1)
	go func() { defer leading.Done(); j.leads(ctx) }()
	set, replicas := j.firstSet()
	for end, larger := time.Now().Add(length), true; time.Now().Before(end); larger = !larger {
		if larger {
			j.scale(set, replicas+2)
		} else {
			j.scale(set, replicas)
		}
		time.Sleep(minimum(time.Minute, time.Until(end)))
	}
	j.scale(set, replicas)
	for _, one := range followers {
		eventually(func() bool { return same(one.versions(), j.listed(one.kind)) }, one.kind.String()+" as listed")
	}
	claim(atomic.LoadInt64(&count) == int64(len(followers)), "%d lists for %d informers", count, len(followers))
	leave()
	leading.Wait()
	close(stop)
	fmt.Printf("works: %d informers listed once each in %v, %d events\n", len(followers), length, events)
}

func minimum(left, right time.Duration) time.Duration {
	if left < right {
		return left
	}
	return right
}
