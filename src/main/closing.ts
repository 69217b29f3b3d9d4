/** Closes resources in reverse order of opening: each before those that it depends on. */
export interface Closing {
  /** Adds a resource; returns it. */
  add<T extends { close(): Promise<void> }>(resource: T): T;
  /** Closes all of them, also when one fails; then throws the first error. */
  close(): Promise<void>;
}

export function createClosing(): Closing {
  const opened: { close(): Promise<void> }[] = [];
  return {
    add(resource) {
      opened.push(resource);
      return resource;
    },
    async close() {
      const errors: unknown[] = [];
      for (const resource of opened.splice(0).reverse()) {
        try {
          await resource.close();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
