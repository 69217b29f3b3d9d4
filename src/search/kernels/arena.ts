/**
 * A bump allocator over one shared WebAssembly memory, with the kernels bound to it.
 * Nothing is freed individually: an arena is released as a whole with its snapshot or fit.
 * Views stay valid when the memory grows, because it is shared.
 */
import { instantiateKernels, type Kernels, type Pointer } from "./kernels.ts";

const pageBytes = 65_536;
/** WebAssembly's own limit: 4 GB. */
const maxPages = 65_536;
const alignment = 64;
/** The first bytes stay unused, so that no pointer is 0: kernels read 0 as "none". */
const firstPointer = 1024;

export type TypedArray =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array;

export class Arena {
  readonly memory: WebAssembly.Memory;
  readonly kernels: Kernels;
  readonly #start: Pointer;
  readonly #limit: Pointer;
  #next: Pointer;

  /** A new arena with a capacity of `bytes`, which grows on demand. */
  constructor(bytes: number, within?: { memory: WebAssembly.Memory; from: Pointer; to: Pointer }) {
    this.memory =
      within?.memory ??
      new WebAssembly.Memory({
        initial: Math.ceil((bytes + firstPointer) / pageBytes),
        maximum: maxPages,
        shared: true,
      });
    this.kernels = instantiateKernels(this.memory);
    this.#start = within?.from ?? firstPointer;
    this.#next = this.#start;
    this.#limit = within?.to ?? maxPages * pageBytes;
  }

  /**
   * An arena of fixed size in a memory that other threads use too. Growing a shared memory is atomic, so
   * each caller gets its own part. `reused` is a part of the same size whose thread has ended: it is cleared.
   */
  static within(memory: WebAssembly.Memory, bytes: number, reused?: Pointer): Arena {
    const pages = Math.ceil(bytes / pageBytes);
    const from = reused ?? memory.grow(pages) * pageBytes;
    if (reused !== undefined) new Uint8Array(memory.buffer, from, pages * pageBytes).fill(0);
    return new Arena(0, { memory, from, to: from + pages * pageBytes });
  }

  /** Another thread's arena, to read and write what it has allocated. */
  static over(memory: WebAssembly.Memory): Arena {
    return new Arena(0, { memory, from: 0, to: 0 });
  }

  /** Start of a part made by {@link within}, which a later thread may reuse. */
  get start(): Pointer {
    return this.#start;
  }

  /** End of the allocated bytes. */
  get used(): Pointer {
    return this.#next;
  }

  /** Reserves zeroed, 64-byte aligned bytes, growing the memory when needed. Throws a RangeError above 4 GB. */
  allocate(bytes: number): Pointer {
    const pointer = Math.ceil(this.#next / alignment) * alignment;
    const end = pointer + bytes;
    if (end > this.#limit) throw new RangeError(`no room for ${bytes} more bytes in this part of the memory`);
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / pageBytes));
    this.#next = end;
    return pointer;
  }

  /** Copies an array into the arena and returns its address. */
  place(array: TypedArray): Pointer {
    const pointer = this.allocate(array.byteLength);
    this.bytes(pointer, array.byteLength).set(
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
    );
    return pointer;
  }

  bytes(at: Pointer, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length);
  }
  uint32(at: Pointer, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, at, length);
  }
  int16(at: Pointer, length: number): Int16Array {
    return new Int16Array(this.memory.buffer, at, length);
  }
  float32(at: Pointer, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, length);
  }
  float64(at: Pointer, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, length);
  }
}
