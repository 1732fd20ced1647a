import { useNavigate } from 'react-router-dom';
import { TEXT_LIMITS } from '#contract/limits.ts';
import { PATHS } from '#web/lib/paths.ts';
import type { ReplyPrefill } from '#web/lib/reply-prefill.ts';

type Answerable = { need: string; type: string; customer: { id: string } | null };

/** Opens the AI Response Center with the request, response type and customer of a call. */
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
