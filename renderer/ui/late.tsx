import { type ReactNode, useEffect, useState } from 'react';

/** Draws its children after the first frame: what nobody sees at a start must not keep the first rows waiting. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    // The first callback comes before that frame is painted, the second after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return drawn ? children : null;
}
