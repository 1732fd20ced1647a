import { Component, type ReactNode } from 'react';
import { ChunkLoadError, reloadIfReachable } from '#web/lib/lazy-with-preload.ts';

type ErrorBoundaryProps = {
  children: ReactNode;
  fallback: (error: unknown, retry: () => Promise<void>) => ReactNode;
  onError?: (error: unknown) => void;
  /** Runs before the failed content is rendered again. */
  onRetry?: () => Promise<unknown>;
};

type ErrorBoundaryState = { failure: { error: unknown } | null };

/** Shows a fallback in place of content that failed. On retry, a chunk that did not load is loaded again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof ChunkLoadError) error.reset();
    this.props.onError?.(error);
  }

  private readonly retry = async () => {
    const error = this.state.failure?.error;
    if (error instanceof ChunkLoadError) {
      const isLoaded = await error.retry().then(
        () => true,
        () => false,
      );
      if (!isLoaded) return reloadIfReachable();
    } else {
      await this.props.onRetry?.();
    }
    this.setState({ failure: null });
  };

  override render() {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.retry) : this.props.children;
  }
}
