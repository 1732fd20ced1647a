import {
  AudioLines,
  ChartColumn,
  GraduationCap,
  Headset,
  KeyRound,
  type LucideIcon,
  Mail,
  ShoppingBag,
  Sparkles,
  SquareKanban,
  Users,
  Waypoints,
} from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { PATHS } from '#web/lib/paths.ts';

type Load = () => Promise<{ default: ComponentType }>;

export type Screen = {
  path: string;
  /** What the sidebar calls it. */
  label: string;
  icon: LucideIcon;
  /** Fetches the screen's code ahead of the click. */
  load: Load;
  Component: LazyExoticComponent<ComponentType>;
};

const screen = (path: string, label: string, icon: LucideIcon, load: Load): Screen => ({ path, label, icon, load, Component: lazy(load) });

/** Every screen, in the order of the sidebar. */
export const SCREENS: readonly Screen[] = [
  screen(PATHS.responseCenter, 'AI Response Center', Sparkles, () =>
    import('#web/features/response-center/ResponseCenter.tsx').then((m) => ({ default: m.ResponseCenter })),
  ),
  screen(PATHS.pipeline, 'Pipeline', SquareKanban, () =>
    import('#web/features/pipeline/Pipeline.tsx').then((m) => ({ default: m.Pipeline })),
  ),
  screen(PATHS.customers, 'Customers', Users, () =>
    import('#web/features/customers/Customers.tsx').then((m) => ({ default: m.Customers })),
  ),
  screen(PATHS.transcriptions, 'Transcriptions', AudioLines, () =>
    import('#web/features/transcriptions/Transcriptions.tsx').then((m) => ({ default: m.Transcriptions })),
  ),
  screen(PATHS.emailTemplates, 'Email Templates', Mail, () =>
    import('#web/features/email-templates/EmailTemplates.tsx').then((m) => ({ default: m.EmailTemplates })),
  ),
  screen(PATHS.aiTraining, 'AI Training', GraduationCap, () =>
    import('#web/features/training/AiTraining.tsx').then((m) => ({ default: m.AiTraining })),
  ),
  screen(PATHS.coaching, 'AI Coaching', Headset, () =>
    import('#web/features/coaching/Coaching.tsx').then((m) => ({ default: m.Coaching })),
  ),
  screen(PATHS.interactionFlows, 'Interaction Flows', Waypoints, () =>
    import('#web/features/interaction-flows/InteractionFlows.tsx').then((m) => ({ default: m.InteractionFlows })),
  ),
  screen(PATHS.orders, 'Shopify Orders', ShoppingBag, () => import('#web/features/orders/Orders.tsx').then((m) => ({ default: m.Orders }))),
  screen(PATHS.analytics, 'Analytics', ChartColumn, () =>
    import('#web/features/analytics/Analytics.tsx').then((m) => ({ default: m.Analytics })),
  ),
];

/** Screens that the navigation does not list. */
export const ASIDE: readonly Screen[] = [
  screen(PATHS.tokens, 'API Tokens', KeyRound, () => import('#web/features/tokens/ApiTokens.tsx').then((m) => ({ default: m.ApiTokens }))),
];

/** Fetches the code of the screen at an address ahead of its first rendering. */
export function preloadScreen(pathname: string): void {
  [...SCREENS, ...ASIDE].find(({ path }) => path === pathname)?.load();
}
