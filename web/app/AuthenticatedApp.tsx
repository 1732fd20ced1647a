import { BrowserRouter } from 'react-router-dom';
import { Screens } from './routes.tsx';
import { Shell } from './shell/Shell.tsx';

/** The app after sign-in: the shell and the screen of the current URL. */
export function AuthenticatedApp() {
  return (
    <BrowserRouter>
      <Shell>
        <Screens />
      </Shell>
    </BrowserRouter>
  );
}
