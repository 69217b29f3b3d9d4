/** Areas of the map, in pixels from its top left corner. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
