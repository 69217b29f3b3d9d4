/** Which fields a schema knows, at every depth. */
import { z } from "zod";

/** Null for a field without nested fields. */
export interface FieldTree {
  [field: string]: FieldTree | null;
}

/** The fields of an object schema, looking through optional, nullable, default, array and the input of transforms. */
export function fieldTree(schema: z.core.$ZodType): FieldTree | null {
  const bare = unwrap(schema);
  if (!(bare instanceof z.ZodObject)) return null;
  return Object.fromEntries(
    Object.entries(bare.shape as Record<string, z.ZodType>).map(([name, field]) => [name, fieldTree(field)]),
  );
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return schema instanceof z.ZodArray ? unwrap(schema.element) : schema;
}
