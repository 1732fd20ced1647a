import { Route, Routes } from 'react-router-dom';
import { NotFound } from './NotFound.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { SCREENS, UNLISTED_SCREENS } from './screens.ts';

/** The screen at the present address; each fails and loads on its own. */
export function Screens() {
  return (
    <Routes>
      {[...SCREENS, ...UNLISTED_SCREENS].map(({ path, Screen }) => (
        <Route
          key={path}
          path={path}
          element={
            <ScreenBoundary key={path}>
              <Screen />
            </ScreenBoundary>
          }
        />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
