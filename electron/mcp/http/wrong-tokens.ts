/** Bounds how often anybody may try tokens. Everybody here has one address, so all tries count together. */
export interface WrongTokens {
  /** A wrong token came. False: too many did lately, and this one gets no other answer than that. */
  mayTryAgain(): boolean;
}

/** As many at once as a machine full of clients with an old token sends at a start; then one per two seconds. */
const most = 30;
const perToken = 2000;

/** A valid token is never counted, so that nobody can keep the others out by trying. */
export function createWrongTokens(clock: () => number = () => performance.now()): WrongTokens {
  let left = most;
  let at = clock();
  return {
    mayTryAgain() {
      const now = clock();
      left = Math.min(most, left + (now - at) / perToken);
      at = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
