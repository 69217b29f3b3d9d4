/** A vector as it is stored: components of 8 bits and the scale that they are multiplied by. */
export interface Int8Vector {
  int8: Int8Array;
  scale: number;
}
