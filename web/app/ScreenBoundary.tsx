import { useApolloClient } from '@apollo/client/react';
import { Box } from '@mui/material';
import { Component, type ReactNode } from 'react';
import { onReconnect } from '#web/apollo/connection-state.ts';
import { refetchFailedQueries } from '#web/apollo/refetch-failed-queries.ts';
import { NotFetched, reloadIfReachable } from '#web/lib/later.ts';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';

/** Keeps a failing screen from taking the rest with it: says what happened there and tries again. */
export function ScreenBoundary({ children }: { children: ReactNode }) {
  const client = useApolloClient();
  return <Boundary prepare={() => refetchFailedQueries(client)}>{children}</Boundary>;
}

type Props = { children: ReactNode; prepare: () => Promise<unknown> };
type State = { failed: false } | { failed: true; error: unknown };

class Boundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, error };
  }

  private stopWaiting: (() => void) | undefined;

  override componentDidMount() {
    this.stopWaiting = onReconnect(() => {
      if (this.state.failed && this.state.error instanceof NotFetched) void reloadIfReachable();
    });
  }

  override componentWillUnmount() {
    this.stopWaiting?.();
  }

  private readonly retry = async () => {
    if (this.state.failed && this.state.error instanceof NotFetched) return reloadIfReachable();
    await this.props.prepare();
    this.setState({ failed: false });
  };

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Box sx={{ maxWidth: 1440, mx: 'auto', px: { xs: 2, sm: 3 }, py: 3 }}>
        <ErrorPanel error={this.state.error} onRetry={this.retry} />
      </Box>
    );
  }
}
