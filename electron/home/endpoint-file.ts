/** `<home>/endpoint.json`: how another process finds and enters the endpoint. */
export interface EndpointFile {
  readonly url: string;
  readonly token: string;
  readonly pid: number;
  readonly version: string;
}

/** Writes it (mode 0600) in one step, so that a reader never sees half of it. */
export function writeEndpointFile(_file: string, _endpoint: EndpointFile): void {
  throw new Error('writeEndpointFile: body follows');
}

/** Removes it on a clean exit; leaves one that another process has written since. */
export function removeEndpointFile(_file: string, _pid: number): void {
  throw new Error('removeEndpointFile: body follows');
}

/** Null: no file, or none that can be read as an endpoint. */
export function readEndpointFile(_file: string): EndpointFile | null {
  throw new Error('readEndpointFile: body follows');
}
