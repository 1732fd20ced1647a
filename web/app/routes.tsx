import { Route, Routes } from 'react-router-dom';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { Permitted } from '#web/session/session.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { SCREENS, UNLISTED_SCREENS } from './screens.ts';

const NotFound = lazyWithPreload(() => import('./NotFound.tsx').then((module) => module.NotFound));
const NotPermitted = lazyWithPreload(() => import('./NotPermitted.tsx').then((module) => module.NotPermitted));

/** The screen at the current URL; each fails and loads on its own. */
export function Screens() {
  return (
    <Routes>
      {[...SCREENS, ...UNLISTED_SCREENS].map(({ path, label, permissions, Screen }) => (
        <Route
          key={path}
          path={path}
          element={
            <ScreenBoundary key={path}>
              <Permitted to={permissions} otherwise={<NotPermitted screen={label} />}>
                <Screen />
              </Permitted>
            </ScreenBoundary>
          }
        />
      ))}
      <Route
        path="*"
        element={
          <ScreenBoundary>
            <NotFound />
          </ScreenBoundary>
        }
      />
    </Routes>
  );
}
