import {
  AudioLines,
  ChartColumn,
  GraduationCap,
  Headset,
  KeyRound,
  type LucideIcon,
  Mail,
  ScrollText,
  Settings,
  ShoppingBag,
  Sparkles,
  SquareKanban,
  UserCog,
  Users,
  Waypoints,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { type LazyComponent, lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { PATHS } from '#web/lib/paths.ts';
import type { Permission } from '#web/session/session.tsx';

export type Screen = {
  path: string;
  /** The label in the sidebar. */
  label: string;
  icon: LucideIcon;
  Screen: LazyComponent<object>;
  /** It exists for those who may do one of these; empty: for everybody. */
  permissions: readonly Permission[];
};

const screen = (
  path: string,
  label: string,
  icon: LucideIcon,
  load: () => Promise<ComponentType>,
  ...permissions: readonly Permission[]
): Screen => ({
  path,
  label,
  icon,
  Screen: lazyWithPreload(load),
  permissions,
});

/** Every screen, in the order of the sidebar. */
export const SCREENS: readonly Screen[] = [
  screen(PATHS.responseCenter, 'AI Response Center', Sparkles, () =>
    import('#web/features/response-center/ResponseCenter.tsx').then((m) => m.ResponseCenter),
  ),
  screen(
    PATHS.pipeline,
    'Pipeline',
    SquareKanban,
    () => import('#web/features/pipeline/Pipeline.tsx').then((m) => m.Pipeline),
    'lead.read',
  ),
  screen(
    PATHS.customers,
    'Customers',
    Users,
    () => import('#web/features/customers/Customers.tsx').then((m) => m.Customers),
    'customer.read',
  ),
  screen(
    PATHS.transcriptions,
    'Transcriptions',
    AudioLines,
    () => import('#web/features/transcriptions/Transcriptions.tsx').then((m) => m.Transcriptions),
    'transcription.read',
  ),
  screen(
    PATHS.emailTemplates,
    'Email Templates',
    Mail,
    () => import('#web/features/email-templates/EmailTemplates.tsx').then((m) => m.EmailTemplates),
    'emailTemplate.read',
  ),
  screen(
    PATHS.aiTraining,
    'AI Training',
    GraduationCap,
    () => import('#web/features/training/AiTraining.tsx').then((m) => m.AiTraining),
    'trainingItem.read',
  ),
  screen(
    PATHS.coaching,
    'AI Coaching',
    Headset,
    () => import('#web/features/coaching/Coaching.tsx').then((m) => m.Coaching),
    'coaching.read',
    'liveCall.read',
  ),
  screen(
    PATHS.interactionFlows,
    'Interaction Flows',
    Waypoints,
    () => import('#web/features/interaction-flows/InteractionFlows.tsx').then((m) => m.InteractionFlows),
    'interactionFlow.read',
  ),
  screen(PATHS.orders, 'Shopify Orders', ShoppingBag, () => import('#web/features/orders/Orders.tsx').then((m) => m.Orders), 'order.read'),
  screen(PATHS.analytics, 'Analytics', ChartColumn, () => import('#web/features/analytics/Analytics.tsx').then((m) => m.Analytics)),
  screen(
    PATHS.people,
    'People',
    UserCog,
    () => import('#web/features/people/People.tsx').then((m) => m.People),
    'people.configure',
    'workspace.configure',
  ),
  screen(
    PATHS.settings,
    'Settings',
    Settings,
    () => import('#web/features/workspace/WorkspaceSettings.tsx').then((m) => m.WorkspaceSettings),
    'workspace.configure',
  ),
  screen(PATHS.audit, 'Audit', ScrollText, () => import('#web/features/audit/Audit.tsx').then((m) => m.Audit), 'people.configure'),
];

/** Screens that the navigation does not list. */
export const UNLISTED_SCREENS: readonly Screen[] = [
  screen(PATHS.tokens, 'API Tokens', KeyRound, () => import('#web/features/tokens/ApiTokens.tsx').then((m) => m.ApiTokens)),
];

/** Loads the code of the screen at an address ahead of its first rendering. */
export function preloadScreen(pathname: string): void {
  for (const { path, Screen } of [...SCREENS, ...UNLISTED_SCREENS]) if (path === pathname) void Screen.preload();
}
