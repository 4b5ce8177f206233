import { type CoreRequestName, coreRequestNames } from '../../core/requests.ts';
import type { IpcContext } from './context.ts';

/** Everything that the core answers by itself; the command line asks for the same by another way. */
export function register({ handle, core }: IpcContext): void {
  const put = <Name extends CoreRequestName>(name: Name): void => {
    handle<Name>(name, core.requests[name]);
  };
  for (const name of coreRequestNames) put(name);
}
