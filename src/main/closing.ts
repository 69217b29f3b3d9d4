/** Closes resources in reverse order of opening: each before those that it depends on. */
export interface Closing {
  /** Adds a resource; returns it. */
  add<T extends { close(): Promise<void> }>(resource: T): T;
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
      for (const resource of opened.splice(0).reverse()) await resource.close();
    },
  };
}
