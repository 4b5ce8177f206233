import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { count } from '../../lib/format.ts';
import { writesText as text } from '../../text/writes-text.ts';
import { type ListPlace, placeAt, shareOf, thumbLength, topPosition } from './list-place.ts';
import './list-scrollbar.css';

interface ListScrollbarProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Id of what scrolls. */
  readonly controls: string;
  readonly total: number;
  readonly offset: number;
  readonly loaded: number;
  readonly rowHeight: number;
  /** The height of all that is loaded, in pixels: another one is another place of the thumb. */
  readonly height: number;
  /** Shows a part of the list that is not loaded; settles once it is there, or could not be read. */
  readonly onJump: (to: 'newest' | 'oldest' | number) => Promise<void>;
}

/**
 * The scrollbar of the whole list, of which a window of some thousand rows is loaded: the browser's own would
 * say that those are all. Wheel and keys scroll the grid itself.
 */
export function ListScrollbar(props: ListScrollbarProps) {
  const { scroller, total, offset, loaded, rowHeight, height } = props;
  const track = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const sizes = useRef({ view: 0, track: 0, scrollTop: 0 });
  /** The share under the pointer while the thumb is held, and where in the thumb it is held. */
  const held = useRef<{ share: number; grip: number } | null>(null);
  const jumping = useRef(false);
  const [hint, setHint] = useState<number | null>(null);
  const latest = useRef(props);
  latest.current = props;

  const place = useCallback((): ListPlace => {
    const now = latest.current;
    const { view, scrollTop } = sizes.current;
    return {
      total: Math.max(now.total, now.offset + now.loaded),
      offset: now.offset,
      loaded: now.loaded,
      inView: view / now.rowHeight,
      scrollTop,
      scrollEnd: now.height - view,
    };
  }, []);

  /** Writes the style itself: a render for each scrolled pixel would be the dearest part of scrolling. */
  const draw = useCallback(() => {
    const [bar, knob] = [track.current, thumb.current];
    if (bar === null || knob === null) return;
    const here = place();
    const long = thumbLength(here, sizes.current.track);
    const share = held.current?.share ?? shareOf(here);
    knob.style.height = `${long}px`;
    knob.style.transform = `translateY(${share * (sizes.current.track - long)}px)`;
    bar.hidden = here.total <= here.inView || here.scrollEnd <= 0;
    bar.setAttribute('aria-valuenow', String(Math.round(share * 1000) / 10));
    bar.setAttribute('aria-valuetext', text.place(count(rowAt(here, share)), count(here.total)));
  }, [place]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn depends on these through `latest`
  useLayoutEffect(draw, [draw, total, offset, loaded, rowHeight, height]);

  useEffect(() => {
    const element = scroller.current;
    const bar = track.current;
    if (element === null || bar === null) return;
    // Sizes are told, not asked for: asking after rows were drawn would force a layout.
    const observer = new ResizeObserver(() => {
      const view = element.clientHeight;
      sizes.current = { ...sizes.current, view, track: view - headHeight };
      draw();
    });
    observer.observe(element);
    const onScroll = () => {
      sizes.current.scrollTop = element.scrollTop;
      draw();
    };
    // In the capture phase: the rows are drawn by the listeners after it, and reading would then force a layout.
    const early = { capture: true, passive: true };
    element.addEventListener('scroll', onScroll, early);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll, early);
    };
  }, [scroller, draw]);

  /** One jump at a time: those asked for meanwhile are one, to where the pointer is by then. */
  const follow = useCallback(async () => {
    if (jumping.current) return;
    jumping.current = true;
    let share: number | undefined;
    while (held.current !== null && held.current.share !== share) {
      share = held.current.share;
      const to = placeAt(place(), share);
      if (to.kind === 'here') latest.current.scroller.current?.scrollTo({ top: to.scrollTop });
      else await latest.current.onJump(to.kind === 'row' ? to.position : to.kind);
    }
    jumping.current = false;
  }, [place]);

  const moveTo = (event: PointerEvent, grip: number) => {
    const bar = track.current;
    if (bar === null) return;
    const here = place();
    const room = sizes.current.track - thumbLength(here, sizes.current.track);
    const at = event.clientY - bar.getBoundingClientRect().top - grip;
    const share = room <= 0 ? 0 : Math.min(1, Math.max(0, at / room));
    held.current = { share, grip };
    setHint(rowAt(here, share));
    draw();
    void follow();
  };

  const letGo = () => {
    if (held.current === null) return;
    const { share } = held.current;
    setHint(null);
    const to = placeAt(place(), share);
    held.current = null;
    // The last place that the pointer was at counts, also where a jump to an earlier one is under way.
    if (to.kind === 'here') latest.current.scroller.current?.scrollTo({ top: to.scrollTop });
    else void latest.current.onJump(to.kind === 'row' ? to.position : to.kind);
    draw();
  };

  return (
    // No tab stop: Home, End, Page Up and Page Down are the grid's own keys.
    <div
      ref={track}
      role="scrollbar"
      className={hint === null ? 'list-scrollbar' : 'list-scrollbar list-scrollbar-held'}
      aria-label={text.scrollbar}
      aria-controls={props.controls}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      onWheel={(event) => scroller.current?.scrollBy({ top: event.deltaY })}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const knob = thumb.current?.getBoundingClientRect();
        const inside = knob === undefined ? -1 : event.clientY - knob.top;
        const onKnob = knob !== undefined && inside >= 0 && inside <= knob.height;
        moveTo(event, onKnob ? inside : (knob?.height ?? 0) / 2);
      }}
      onPointerMove={(event) => {
        if (held.current !== null) moveTo(event, held.current.grip);
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <div ref={thumb} className="list-thumb">
        {hint === null ? null : (
          <span className="list-thumb-hint">{text.place(count(hint), count(place().total))}</span>
        )}
      </div>
    </div>
  );
}

/** The grid's header stands above what scrolls. */
const headHeight = 30;

/** The number of the first row in view at that share, from 1. */
function rowAt(place: ListPlace, share: number): number {
  const room = Math.max(0, place.total - place.inView);
  const at = share === shareOf(place) ? topPosition(place) : share * room;
  return Math.min(place.total, Math.floor(at) + 1);
}
