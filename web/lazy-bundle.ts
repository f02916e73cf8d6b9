import { createStore } from "zustand/vanilla";

type LazyBundleState<Module> = { module: Module | undefined; error: unknown };

/**
 * A part of the app that is fetched separately. Once loaded, it renders at once: React's `lazy` would show its fallback
 * for 300 ms even then.
 */
export function createLazyBundle<Module>(load: () => Promise<Module>) {
  const store = createStore<LazyBundleState<Module>>(() => ({ module: undefined, error: undefined }));
  let loading: Promise<void> | undefined;
  return {
    store,
    /** Starts fetching the bundle; call it again after a failure. */
    start(): void {
      loading = load().then(
        (module) => store.setState({ module, error: undefined }),
        (error) => store.setState({ error }),
      );
    },
    /** The bundle once it is loaded; undefined if it could not be fetched. */
    async find(): Promise<Module | undefined> {
      await loading;
      return store.getState().module;
    },
  };
}

export type LazyBundle<Module> = ReturnType<typeof createLazyBundle<Module>>;
