import { useLayoutEffect, useState, type RefObject } from 'react';

/** The visible part of an element, in pixels. */
export interface Viewport {
  scrollTop: number;
  scrollLeft: number;
  width: number;
  height: number;
}

/** Returns the visible part of an element; it updates at most once per frame. */
export function useViewport(host: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState<Viewport>({
    scrollTop: 0,
    scrollLeft: 0,
    width: 0,
    height: 0,
  });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const { scrollTop, scrollLeft, clientWidth: width, clientHeight: height } = element;
      setViewport((last) =>
        last.scrollTop === scrollTop &&
        last.scrollLeft === scrollLeft &&
        last.width === width &&
        last.height === height
          ? last
          : { scrollTop, scrollLeft, width, height },
      );
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    const resizes = new ResizeObserver(later);
    resizes.observe(element);
    element.addEventListener('scroll', later, { passive: true });
    measure();
    return () => {
      resizes.disconnect();
      element.removeEventListener('scroll', later);
      cancelAnimationFrame(frame);
    };
  }, [host]);
  return viewport;
}
