// The part of the WebAssembly API that we use; Node's types do not declare it and the DOM's say too much.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: true });
    readonly buffer: SharedArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports: object);
    readonly exports: object;
  }
}
