import type { AppState } from '../../shared/answers.ts';
import { cutCharacters, visibleLine } from '../../shared/text.ts';
import type { NotificationService } from './notification-service.ts';
import type { NotificationText } from './notification-text.ts';
import type { ShowNotification } from './os-notification.ts';

export interface DeliveryOptions {
  /** Asked before each notification; must answer in bounded time, off this thread. */
  readonly probe: () => Promise<NotificationService>;
  readonly show: ShowNotification;
  readonly silent: () => boolean;
  readonly setState: (state: AppState['notifications']) => void;
}

export type Delivered = 'shown' | 'failed' | 'unavailable' | 'pending';

/** Probes, shows, and tells the state of notifications. Nothing is retried. */
export function createDelivery(options: DeliveryOptions) {
  return async (text: NotificationText, onClick: () => void): Promise<Delivered> => {
    const service = await options.probe();
    if (service.kind === 'absent') {
      options.setState({ available: 'no', why: service.why });
      return 'unavailable';
    }
    const result = await options.show(text, { silent: options.silent(), onClick });
    switch (result.kind) {
      case 'shown':
        options.setState({ available: 'yes', why: '' });
        return 'shown';
      case 'failed': {
        const why = cutCharacters(visibleLine(result.why), 200);
        options.setState({ available: 'no', why: `The system showed none (${why}).` });
        return 'failed';
      }
      case 'unknown':
        options.setState({
          available: 'unknown',
          why: 'The system did not say whether it showed the last one.',
        });
        return 'pending';
    }
  };
}
