import { notify, queueToast } from '#web/ui/toasts/toast.ts';

/** The welcome toast of a sign-in: at once where the page stays, else after its reload. */
export function welcomeBack(name: string, stays: boolean): void {
  (stays ? notify : queueToast)({ title: 'Login', description: `Welcome back, ${name}`, tone: 'success' });
}
