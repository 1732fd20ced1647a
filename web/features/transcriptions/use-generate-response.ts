import { useNavigate } from 'react-router-dom';
import { TEXT_LIMITS } from '#contract/limits.ts';
import { PATHS } from '#web/lib/paths.ts';
import type { ReplyPrefill } from '#web/lib/reply-prefill.ts';

type Answerable = { need: string; type: string; customer: { id: string } | null };

/** Goes to the AI Response Center with what the customer of a call wants, as whom to answer, and for whom. */
export function useGenerateResponse() {
  const navigate = useNavigate();
  return ({ need, type, customer }: Answerable) => {
    const state: ReplyPrefill = {
      request: need.slice(0, TEXT_LIMITS.message),
      responseType: type === 'support' ? 'support' : 'sales',
      ...(customer && { customerId: customer.id }),
    };
    navigate(PATHS.responseCenter, { state });
  };
}
