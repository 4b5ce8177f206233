import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { ensureInstalled } from '../../scripts/setup.mjs';

/** Before all tests: what they drive is what the sources say. */
const globalSetup = async (): Promise<void> => {
  await ensureInstalled();
  await ensureBuilt();
};

// biome-ignore lint/style/noDefaultExport: the form in which Playwright takes a global setup
export default globalSetup;
