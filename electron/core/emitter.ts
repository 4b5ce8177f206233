/** Typed events within this process. A listener that throws does not keep the others from hearing. */
export interface Emitter<Events> {
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
  /** Returns what ends the subscription. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void;
}

export function createEmitter<Events>(onError: (error: unknown) => void): Emitter<Events> {
  const listeners: { [Name in keyof Events]?: Set<(event: Events[Name]) => void> } = {};
  return {
    emit(name, event) {
      for (const listener of listeners[name] ?? []) {
        try {
          listener(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    on(name, listener) {
      const known = listeners[name] ?? new Set();
      listeners[name] = known;
      known.add(listener);
      return () => known.delete(listener);
    },
  };
}
