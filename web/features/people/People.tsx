import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { usePermissions } from '#web/session/session.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { PeopleList } from './PeopleList.tsx';
import { Teams } from './Teams.tsx';

const Roles = lazyWithPreload(() => import('./Roles.tsx').then((m) => m.Roles));
const Invitations = lazyWithPreload(() => import('./Invitations.tsx').then((m) => m.Invitations));

const TABS = [
  { tab: 'people', label: 'People', code: null },
  { tab: 'teams', label: 'Teams', code: null },
  { tab: 'roles', label: 'Roles', code: Roles },
  { tab: 'invitations', label: 'Invitations', code: Invitations },
] as const;
type TabName = (typeof TABS)[number]['tab'];

/** Accounts, teams, roles and invitations, for admins. */
export function People() {
  const mayConfigurePeople = usePermissions().includes('people.configure');
  const [params, setParams] = useSearchParams();
  const open: TabName = TABS.find(({ tab }) => tab === params.get('tab'))?.tab ?? 'people';
  return (
    <PageLayout title="People" hint="Who works here, in which team, and what they may do.">
      {mayConfigurePeople ? (
        <PageTabs label="People" tabs={TABS} open={open} onOpen={(tab) => setParams({ tab }, { replace: true })}>
          {open === 'people' && <PeopleList />}
          {open === 'teams' && <Teams />}
          <Suspense fallback={<ListSkeleton label="Loading" rows={4} height={64} />}>
            {open === 'roles' && <Roles />}
            {open === 'invitations' && <Invitations />}
          </Suspense>
        </PageTabs>
      ) : (
        <EmptyState title="This screen is for admins" hint="Your role does not let you change people. Ask an admin." />
      )}
    </PageLayout>
  );
}
