import type { HealthReport } from '../../../shared/health.ts';
import { contentChecks } from './contents.ts';
import { fileChecks } from './files.ts';
import { recordingChecks } from './recording.ts';
import { servingChecks } from './serving.ts';
import type { HealthSources } from './sources.ts';

/** Looks at everything once. Never rejects: what cannot be looked at is unknown. */
export async function healthReport(sources: HealthSources): Promise<HealthReport> {
  return {
    at_ms: sources.nowMs,
    checks: [
      ...recordingChecks(sources),
      ...(await servingChecks(sources)),
      ...fileChecks(sources),
      ...contentChecks(sources),
    ],
  };
}
