import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { OnDemand } from '#web/ui/on-demand/OnDemand.tsx';
import { NotFound } from './NotFound.tsx';
import { ScreenBoundary } from './ScreenBoundary.tsx';
import { ScreenLoading } from './ScreenLoading.tsx';
import { SCREENS, UNLISTED_SCREENS } from './screens.ts';

/** The screen at the present address; each fails and loads on its own. */
export function Screens() {
  return (
    <Routes>
      {[...SCREENS, ...UNLISTED_SCREENS].map(({ path, code }) => (
        <Route
          key={path}
          path={path}
          element={
            <ScreenBoundary key={path}>
              <Suspense fallback={<ScreenLoading />}>
                <OnDemand code={code} waiting={<ScreenLoading />}>
                  {(Screen) => <Screen />}
                </OnDemand>
              </Suspense>
            </ScreenBoundary>
          }
        />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
