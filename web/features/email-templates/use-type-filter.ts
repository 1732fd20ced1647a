import { useNavigate, useSearchParams } from 'react-router-dom';
import { EMAIL_TYPES, type EmailType } from '#contract/email-template.ts';
import { emailTemplatesPath } from '#web/lib/paths.ts';

/** The type whose templates are shown, null for all; it stands in the address. */
export function useTypeFilter(): [EmailType | null, (type: EmailType | null) => void] {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const type = EMAIL_TYPES.find((known) => known === address.get('type')) ?? null;
  return [type, (chosen) => void navigate(emailTemplatesPath(chosen), { replace: true })];
}
