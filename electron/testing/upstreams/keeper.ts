import { upstreamConfigSchema } from '../../../shared/upstream.ts';
import { createUpstreams } from '../../gateway/upstreams/upstreams.ts';

/**
 * A process that keeps servers, to be killed: `keeper.js RUN_FILE CONFIGS`. It says on stdout which
 * processes run once all are open.
 */
const [runFile = '', configs = '[]'] = process.argv.slice(2);
const upstreams = createUpstreams({
  configs: upstreamConfigSchema.array().parse(JSON.parse(configs)),
  client: { name: 'keeper', version: '0' },
  runFile,
});
await Promise.all(upstreams.list().map(({ name }) => upstreams.shared(name)?.open()));
process.on('SIGTERM', () => {
  void upstreams.close().then(() => process.exit(0));
});
setInterval(() => {}, 1000);
process.stdout.write(`${JSON.stringify(upstreams.list().flatMap(({ pids }) => pids))}\n`);
