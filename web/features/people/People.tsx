import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { usePermissions } from '#web/session/session.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { PeopleList } from './PeopleList.tsx';
import { Teams } from './Teams.tsx';

const Roles = lazyWithPreload(() => import('./Roles.tsx').then((m) => m.Roles));
const Invitations = lazyWithPreload(() => import('./Invitations.tsx').then((m) => m.Invitations));
const AssignmentRules = lazyWithPreload(() => import('./AssignmentRules.tsx').then((m) => m.AssignmentRules));

const TABS = [
  { tab: 'people', label: 'People', code: null, needs: 'people.configure' },
  { tab: 'teams', label: 'Teams', code: null, needs: 'people.configure' },
  { tab: 'roles', label: 'Roles', code: Roles, needs: 'people.configure' },
  { tab: 'invitations', label: 'Invitations', code: Invitations, needs: 'people.configure' },
  { tab: 'assignment', label: 'Assignment', code: AssignmentRules, needs: 'workspace.configure' },
] as const;
type TabName = (typeof TABS)[number]['tab'];

/** Accounts, teams, roles, invitations and who is given new rows, for admins. */
export function People() {
  const permissions = usePermissions();
  const tabs = TABS.filter(({ needs }) => permissions.includes(needs));
  const [params, setParams] = useSearchParams();
  const open: TabName = (tabs.find(({ tab }) => tab === params.get('tab')) ?? tabs[0])?.tab ?? 'people';
  return (
    <PageLayout title="People" hint="Who works here, in which team, and what they may do.">
      <PageTabs label="People" tabs={tabs} open={open} onOpen={(tab) => setParams({ tab }, { replace: true })}>
        {open === 'people' && <PeopleList />}
        {open === 'teams' && <Teams />}
        <Suspense fallback={<ListSkeleton label="Loading" rows={4} height={64} />}>
          {open === 'roles' && <Roles />}
          {open === 'invitations' && <Invitations />}
          {open === 'assignment' && <AssignmentRules />}
        </Suspense>
      </PageTabs>
    </PageLayout>
  );
}
