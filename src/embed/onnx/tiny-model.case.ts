/** For tests: an ONNX file with one operation, which looks up a vector per token number (onnx.proto, IR version 8). */

const textOf = (text: string) => new TextEncoder().encode(text);

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/** A protobuf message: fields by number, in order; numbers as varints, the rest with its length. */
function message(...fields: [number, number | string | Uint8Array][]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([field, value]) => {
      if (typeof value === "number") return [...varint(field * 8), ...varint(value)];
      const bytes = typeof value === "string" ? textOf(value) : value;
      return [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
    }),
  );
}

const types = { float: 1, int64: 7 };

function valueInfo(name: string, type: keyof typeof types, shape: readonly (number | string)[]): Uint8Array {
  const dimensions = shape.map((length): [number, Uint8Array] => {
    return [1, typeof length === "number" ? message([1, length]) : message([2, length])];
  });
  const tensor = message([1, types[type]], [2, message(...dimensions)]);
  return message([1, name], [2, message([1, tensor])]);
}

/** `table`: vectors of the token numbers 0, 1, …; `inputName`: of the only input. */
export function tinyModel(table: readonly (readonly number[])[], inputName = "input_ids"): Uint8Array {
  const dimensions = table[0]!.length;
  const weights = message(
    [1, table.length],
    [1, dimensions],
    [2, types.float],
    [8, "table"],
    [9, new Uint8Array(Float32Array.from(table.flat()).buffer)],
  );
  const lookUp = message([1, "table"], [1, inputName], [2, "last_hidden_state"], [4, "Gather"]);
  const graph = message(
    [1, lookUp],
    [2, "tiny"],
    [5, weights],
    [11, valueInfo(inputName, "int64", ["batch", "tokens"])],
    [12, valueInfo("last_hidden_state", "float", ["batch", "tokens", dimensions])],
  );
  return message([1, 8], [7, graph], [8, message([1, ""], [2, 17])]);
}
