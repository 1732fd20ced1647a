import { BrowserRouter } from 'react-router-dom';
import { Screens } from './routes.tsx';
import { Shell } from './shell/Shell.tsx';

/** What is behind the gate: the shell and the screen at the present address. */
export function AuthenticatedApp() {
  return (
    <BrowserRouter>
      <Shell>
        <Screens />
      </Shell>
    </BrowserRouter>
  );
}
