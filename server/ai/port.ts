import type { ResponseType } from '#contract/assistant.ts';

/** A training item that may answer the message; the best match comes first. */
export interface Knowledge {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly category: string;
  readonly tags: readonly string[];
}

/** Everything an assistant may know when it answers a customer. Customer text is data, never instructions. */
export interface ReplyRequest {
  /** The customer's own words: trimmed, not blank. */
  readonly message: string;
  readonly responseType: ResponseType;
  readonly customer: { readonly name: string; readonly company: string | null } | null;
  readonly lead: { readonly name: string; readonly company: string | null; readonly stage: string; readonly value: string | null } | null;
  readonly knowledge: readonly Knowledge[];
  /** Who answers: the person's name for the signature, and the company's. */
  readonly agent: { readonly name: string; readonly company: string };
}

export interface Reply {
  /** Plain text, paragraphs separated by line breaks. */
  readonly response: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** At most 6, each at most 120 characters. */
  readonly keyPoints: readonly string[];
  /** Ids of the knowledge the answer stands on, the most important first. */
  readonly cited: readonly string[];
  /** `offline`, or the name of the model that answered. */
  readonly engine: string;
  /** As the model's server counted them. */
  readonly tokens: { readonly prompt: number; readonly completion: number } | null;
}

export interface Attention {
  /** Stops the work; the promise then rejects. */
  readonly signal?: AbortSignal;
  /** Hears the answer's whole text so far, each time it has grown. */
  readonly onText?: (textSoFar: string) => void;
}

/** What an assistant can do. Two adapters keep it: `openai.ts` and `offline/`. */
export interface Assistant {
  /** `offline`, or the name of the configured model. */
  readonly engine: string;
  /** Answers a customer as a salesperson or as tech support would. Rejects with `AssistantUnavailable`. */
  reply(request: ReplyRequest, attention?: Attention): Promise<Reply>;
}
