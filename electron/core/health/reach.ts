/** Who answers at an address: an Inkwatch refuses a call without a token in its own words. */
export type Reached = 'ours' | 'other' | 'nobody';

const reachMs = 2000;

export async function reach(url: string): Promise<Reached> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(reachMs),
    });
    const text = await response.text();
    const isOurs = /token from endpoint\.json|requests with a wrong token/.test(text);
    return isOurs ? 'ours' : 'other';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'other' : 'nobody';
  }
}
