import { Button } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { useErrorSentence } from '../api/error-words.ts';
import { asApiError } from '../api/errors.ts';
import { reportPageError } from '../api/report.ts';
import { useWords } from '../words/define.ts';
import { Alert } from './alert.tsx';
import { Inline } from './box.tsx';
import classes from './error-boundary.module.css';
import { retryFailedImports } from './lazy-component.tsx';
import { uiWords } from './words.ts';

interface ErrorBoundaryProps {
  /** Closes the part, so that the rest of the page can be used as before. */
  onClose: () => void;
  /** Stands for it while it is on its way. */
  fallback?: ReactNode;
  /** For what nobody needs, such as a tooltip: a fault closes it and says nothing. */
  quiet?: boolean;
  children: ReactNode;
}

interface ErrorBoundaryState {
  /** In a list, because anything can be thrown, nothing included. */
  readonly caught: readonly [unknown] | null;
}

/** Keeps the fault of one part, such as a dialog, from taking the page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { caught: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { caught: [error] };
  }

  override componentDidCatch(error: unknown): void {
    reportPageError(error);
    if (this.props.quiet) this.#close();
  }

  readonly #retry = () => {
    retryFailedImports();
    this.setState({ caught: null });
  };

  readonly #close = () => {
    retryFailedImports();
    this.props.onClose();
    this.setState({ caught: null });
  };

  override render() {
    const { caught } = this.state;
    if (caught && this.props.quiet) return null;
    if (caught) return <PartFault error={caught[0]} onRetry={this.#retry} onClose={this.#close} />;
    return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
  }
}

interface PartFaultProps {
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

function PartFault({ error, onRetry, onClose }: PartFaultProps) {
  const t = useWords(uiWords);
  const sentence = useErrorSentence();
  return (
    <div className={classes.fault}>
      <Alert tone="danger" role="alert">
        {sentence(asApiError(error))}
        <Inline align="stretch" wraps mt="sm">
          <Button size="xs" onClick={() => window.location.reload()}>
            {t('reload')}
          </Button>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={onClose}>
            {t('close')}
          </Button>
        </Inline>
      </Alert>
    </div>
  );
}
