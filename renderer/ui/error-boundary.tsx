import { TriangleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { shellText } from '../text/shell-text.ts';
import { uiText } from '../text/ui-text.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A change of this value shows the children again. */
  readonly resetKey: unknown;
}

interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly key: unknown;
}

/** A part that cannot be drawn says so in plain words; recording does not depend on the window. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, key: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return props.resetKey === state.key ? null : { failed: false, key: props.resetKey };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        tone="failed"
        icon={<TriangleAlert />}
        title={shellText.broken.title}
        text={shellText.broken.text}
      >
        <Button onClick={() => this.setState({ failed: false })}>{uiText.tryAgain}</Button>
        <Button kind="quiet" onClick={() => window.location.reload()}>
          {shellText.broken.reload}
        </Button>
      </EmptyState>
    );
  }
}
