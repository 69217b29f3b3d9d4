/** Pointer, wheel and touch on the map, as changes of the view and outlines. */
import { type Frame, type Point, panned, toMap, type View, zoomed } from "./view.ts";

export interface GestureHost {
  frame(): Frame;
  view(): View;
  /** While a gesture lasts. */
  setView(view: View): void;
  /** When it has ended. */
  settle(): void;
  hover(at: Point | null): void;
  click(at: Point): void;
  /** Whether a drag draws an outline instead of moving the map. */
  draws(event: PointerEvent): boolean;
  drawing(outline: readonly Point[]): void;
  drawn(outline: readonly Point[]): void;
}

/** A press that moves less is a click. */
const clickPixels = 5;

export function listenToGestures(element: HTMLElement, host: GestureHost): () => void {
  const pressed = new Map<number, Point>();
  let outline: Point[] | null = null;
  let moved = 0;
  const at = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pressed.set(event.pointerId, at(event));
    if (pressed.size === 1) {
      moved = 0;
      outline = host.draws(event) ? [toMap(host.view(), host.frame(), at(event))] : null;
    } else {
      // A second finger zooms, whatever the first one did.
      outline = null;
      moved = clickPixels;
      host.drawing([]);
    }
  };

  const move = (event: PointerEvent) => {
    const before = pressed.get(event.pointerId);
    const now = at(event);
    if (before === undefined) return host.hover(now);
    const by = { x: now.x - before.x, y: now.y - before.y };
    moved += Math.hypot(by.x, by.y);
    if (outline !== null) {
      outline.push(toMap(host.view(), host.frame(), now));
      host.drawing(outline);
    } else if (pressed.size === 1) {
      host.hover(null);
      host.setView(panned(host.view(), host.frame(), by));
    } else pinch(event.pointerId, before, now);
    pressed.set(event.pointerId, now);
  };

  const pinch = (id: number, before: Point, now: Point) => {
    const other = [...pressed].find(([one]) => one !== id)?.[1];
    if (other === undefined) return;
    const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const shift = { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 };
    const view = panned(host.view(), host.frame(), shift);
    host.setView(zoomed(view, host.frame(), { factor: distance(now) / distance(before), at: middle }));
  };

  const up = (event: PointerEvent) => {
    if (!pressed.delete(event.pointerId) || pressed.size > 0) return;
    // A click that moved a little has drawn already.
    if (outline !== null && moved < clickPixels) host.drawing([]);
    if (outline !== null && moved >= clickPixels) host.drawn(outline);
    else if (moved < clickPixels) host.click(at(event));
    else host.settle();
    outline = null;
  };

  const cancel = (event: PointerEvent) => {
    pressed.delete(event.pointerId);
    outline = null;
    host.drawing([]);
    host.settle();
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    // A pinch on a touchpad arrives as a wheel with Ctrl, in smaller steps; some mice count lines.
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016));
    host.setView(zoomed(host.view(), host.frame(), { factor, at: at(event) }));
    host.settle();
  };

  const leave = () => host.hover(null);
  const options = { passive: false };
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, options);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", cancel);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("wheel", wheel);
  };
}
