import type { z } from 'zod';
import type { HealthReport, SelfTest } from '../health.ts';
import { noArgs } from './arguments.ts';

export const healthRequests = {
  'health:report': noArgs,
  'health:self-test': noArgs,
} as const satisfies Record<string, z.ZodType>;

export interface HealthResults {
  'health:report': HealthReport;
  'health:self-test': SelfTest;
}

export interface HealthApi {
  report(): Promise<HealthReport>;
  selfTest(): Promise<SelfTest>;
}
