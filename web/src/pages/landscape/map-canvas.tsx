import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { countOf } from "../../ui/days.ts";
import { drawMap, type MapColours, type Scene } from "./draw.ts";
import { type GestureHost, listenToGestures } from "./gestures.ts";
import { HoverCard } from "./hover-card.tsx";
import { actionOf, cornersOf, type Rectangle } from "./keyboard.ts";
import { simplified } from "./lasso.ts";
import { type Lit, nearestLit } from "./lit.ts";
import type { MapData } from "./map-data.ts";
import { radiusOf } from "./radius.ts";
import { type Frame, type Point, toMap, toScreen, unitsOf, type View, viewOf, zoomed } from "./view.ts";
import { ZoomButtons } from "./zoom-buttons.tsx";

interface MapCanvasProps {
  data: MapData;
  groupOf: Uint16Array;
  colours: MapColours;
  lit: Lit | null;
  lasso: readonly Point[] | null;
  /** Whether a drag draws an outline; with Shift it always does. */
  drawsLasso: boolean;
  view: View;
  onView(view: View): void;
  onLasso(outline: Point[]): void;
  onOpen(project: number): void;
}

/** The view and the outline change many times a second: they are kept outside React, which hears of the last one. */
export function MapCanvas(props: MapCanvasProps) {
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const live = useRef<Live>({ ...props, frame: { width: 0, height: 0, box: props.data.box }, draft: null });
  const [hovered, setHovered] = useState(-1);
  const [rectangle, setRectangle] = useState<Rectangle>(null);
  const [focused, setFocused] = useState(false);
  const [moved, setMoved] = useState(0);
  const requestDraw = useDrawing(canvas, live, { hovered, rectangle, focused });

  const { data, view } = props;
  const seen = useRef(view);
  useEffect(() => {
    const { frame, draft, view: shown } = live.current;
    // The address follows the map; only a view that the map did not send moves it.
    const asked = view === seen.current ? shown : view;
    seen.current = view;
    live.current = { ...props, frame: { ...frame, box: props.data.box }, draft, view: asked };
    // A page that is printed has no further frame.
    requestDraw(matchMedia("print").matches);
  }, [props, view, requestDraw]);

  const settle = useSettled(() => {
    seen.current = live.current.view;
    props.onView(live.current.view);
    setMoved((count) => count + 1);
  });
  const setView = useCallback(
    (next: View) => {
      live.current.view = next;
      requestDraw();
    },
    [requestDraw],
  );

  useEffect(() => {
    const element = holder.current;
    const surface = canvas.current;
    if (element === null || surface === null) return;
    const watch = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      const ratio = devicePixelRatio;
      live.current.frame = { width, height, box: live.current.data.box };
      surface.width = Math.round(width * ratio);
      surface.height = Math.round(height * ratio);
      requestDraw(true);
    });
    watch.observe(element);
    const host: GestureHost = {
      frame: () => live.current.frame,
      view: () => live.current.view,
      setView,
      settle,
      draws: (event) => live.current.drawsLasso || event.shiftKey,
      drawing: (outline) => {
        live.current.draft = outline.length === 0 ? null : [...outline];
        requestDraw();
      },
      drawn: (outline) => {
        live.current.draft = null;
        live.current.onLasso(simplified(outline));
      },
      hover: (at) => setHovered(at === null ? -1 : projectAt(live.current, at)),
      click: (at) => {
        const project = projectAt(live.current, at);
        if (project >= 0) live.current.onOpen(project);
      },
    };
    const stop = listenToGestures(surface, host);
    return () => {
      watch.disconnect();
      stop();
    };
  }, [requestDraw, setView, settle]);

  const middle = () => ({ x: live.current.frame.width / 2, y: live.current.frame.height / 2 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in the middle changes with every move
  useEffect(() => {
    if (focused) setHovered(projectAt(live.current, middle(), 48));
  }, [focused, moved, data]);

  const press = (event: KeyboardEvent) => {
    // Keys pressed on the buttons of the map are theirs.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const { view: at, frame, onLasso, onOpen } = live.current;
    const action = actionOf({ key: event.key, shift: event.shiftKey }, { view: at, rectangle }, frame);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.rectangle !== undefined) setRectangle(action.rectangle);
    if (action.select) onLasso(action.select);
    if (action.open && hovered >= 0) onOpen(hovered);
    if (action.view) {
      setView(action.view);
      settle();
    }
  };
  const zoomBy = (factor: number) => {
    setView(zoomed(live.current.view, live.current.frame, { factor, at: middle() }));
    settle();
  };

  const cursor = props.drawsLasso
    ? "cursor-crosshair"
    : hovered >= 0
      ? "cursor-pointer"
      : "cursor-grab active:cursor-grabbing";
  return (
    <div
      ref={holder}
      role="application"
      aria-roledescription="map"
      aria-label={`Map of ${countOf(data.x.length, "project")}`}
      aria-describedby="map-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved with the keyboard
      tabIndex={0}
      onKeyDown={press}
      onFocus={(event) => setFocused(event.currentTarget.matches(":focus-visible"))}
      onBlur={() => {
        setFocused(false);
        setRectangle(null);
      }}
      className="relative size-full overflow-hidden rounded-xl border border-line bg-surface -outline-offset-2"
    >
      <canvas
        ref={canvas}
        className={`absolute inset-0 size-full touch-none print:object-contain ${cursor}`}
      />
      <p id="map-keys" className="sr-only">
        Arrows move, plus and minus zoom, 0 shows everything, Enter opens the project in the middle. S starts
        a rectangle around the middle: Shift with arrows changes its size, Enter selects the projects in it.
        The same projects are in the table.
      </p>
      {hovered >= 0 && (
        <HoverCard
          data={data}
          project={hovered}
          at={toScreen(live.current.view, live.current.frame, {
            x: data.x[hovered]!,
            y: data.y[hovered]!,
          })}
          frame={live.current.frame}
        />
      )}
      <ZoomButtons
        onZoom={zoomBy}
        onWhole={() => {
          setView(viewOf(data.box));
          settle();
        }}
      />
    </div>
  );
}

type Live = MapCanvasProps & { frame: Frame; draft: Point[] | null };

/** Nearest project within a few pixels, or -1; those that stand out come first. */
function projectAt(live: Live, at: Point, within = 0): number {
  const { data, view, frame, lit } = live;
  const units = unitsOf(frame, view.zoom);
  const place = toMap(view, frame, at);
  const reachOf = (pixels: number) => ({ x: pixels / units.x, y: pixels / units.y });
  if (lit !== null) {
    const reach = reachOf(Math.max(within, radiusOf(live, true) + 2));
    const found = nearestLit(lit, data, { at: place, reach });
    if (found >= 0) return found;
  }
  return data.grid.nearest(place, reachOf(Math.max(within, radiusOf(live, false) + 5)));
}

/** Draws at most once a frame; immediately where the canvas was just emptied, so that nothing flashes. */
function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  live: RefObject<Live>,
  { hovered, rectangle, focused }: { hovered: number; rectangle: Rectangle; focused: boolean },
): (now?: boolean) => void {
  const marks = useRef({ hovered, rectangle, focused });
  const waiting = useRef(0);
  const request = useCallback(
    (now = false) => {
      const draw = () => {
        waiting.current = 0;
        const context = canvas.current?.getContext("2d", { alpha: false });
        const { frame, draft, lasso, view, data, groupOf, lit, colours } = live.current;
        if (!context || frame.width === 0) return;
        const shape = marks.current.rectangle;
        const scene: Scene = {
          data,
          groupOf,
          lit,
          colours,
          view,
          frame,
          pixelRatio: devicePixelRatio,
          hovered: marks.current.hovered,
          lasso: draft ?? (shape === null ? lasso : cornersOf(shape, view, frame)),
          cross: marks.current.focused,
        };
        drawMap(context, scene);
      };
      if (now) {
        cancelAnimationFrame(waiting.current);
        draw();
      } else if (waiting.current === 0) waiting.current = requestAnimationFrame(draw);
    },
    [canvas, live],
  );
  useEffect(() => {
    marks.current = { hovered, rectangle, focused };
    request();
  }, [hovered, rectangle, focused, request]);
  useEffect(() => () => cancelAnimationFrame(waiting.current), []);
  return request;
}

const settleMilliseconds = 250;

/** Runs a while after the last call, so that a wheel does not write the address at each step. */
function useSettled(done: () => void): () => void {
  const latest = useRef(done);
  latest.current = done;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(), settleMilliseconds);
  }, []);
}
