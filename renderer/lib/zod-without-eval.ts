import { config } from 'zod';

// zod probes `new Function`, which the window's CSP reports as a violation. Imported before any schema.
config({ jitless: true });
