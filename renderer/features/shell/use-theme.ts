import { useLayoutEffect } from 'react';
import { useSettings } from '../../data/queries.ts';

/** Theme and density as attributes of the root; without a choice the system's theme holds. */
export function useTheme(): void {
  const { theme, density } = useSettings().window;
  useLayoutEffect(() => {
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.density = density;
  }, [theme, density]);
}
