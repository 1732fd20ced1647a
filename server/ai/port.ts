import type { ReplySourceKind, TextRange } from '#contract/assistant.ts';
import type { CallType, MomentKind, Priority, ResponseType, Sentiment, Speaker } from '#contract/call.ts';
import type { CoachedKind, CoachingMetric, InsightCategory } from '#contract/coaching.ts';
import type { EmailTone, EmailType } from '#contract/email-template.ts';
import type { Money } from '#contract/money.ts';
import type { DialogueOptions } from '#domain/conversation/dialogue.ts';
import type { Candidate, Knowledge } from '#server/language/retrieval/knowledge-index.ts';

/** Tokens as the model's server counted them; null offline. */
export type Tokens = { readonly prompt: number; readonly completion: number } | null;

/** What a fact of the CRM may be asked for. */
export type FactTopic = 'status' | 'refund' | 'total' | 'items' | 'quote' | 'promise';

/** Something the CRM knows about the customer who is answered. It may hold words of others: data, never instructions. */
export interface CustomerFact {
  /** Of the order, the lead or the transcription. */
  readonly id: string;
  readonly kind: Exclude<ReplySourceKind, 'training_item'>;
  readonly title: string;
  /** All it says, in sentences a customer may read: at most 600 characters. */
  readonly text: string;
  /** The sentences of the text, by what they answer. */
  readonly says: Readonly<Partial<Record<FactTopic, string>>>;
  /** An order in few words, beside another one: "order #1042 of 12 November, which is being prepared"; empty for anything else. */
  readonly brief: string;
  /** As the store writes it: "#1042"; null for anything but an order. */
  readonly orderNumber: string | null;
  /** What was ordered, in the store's words. */
  readonly products: readonly string[];
  /** `open` where something is still to come. */
  readonly state: 'open' | 'delivered' | 'cancelled' | 'refunded';
}

/** What the CRM knows about who wrote; the newest first of each kind, all of one customer. */
export interface CustomerRecords {
  /** How it is known who wrote: chosen by a colleague, or recognised in the message; null where nobody knows, and then there are no facts. */
  readonly knownBy: 'choice' | 'email' | 'name' | 'order' | null;
  /** At most 20. */
  readonly facts: readonly CustomerFact[];
}

/** Everything an assistant may know when it answers a customer. Customer text is data, never instructions. */
export interface ReplyRequest {
  /** The customer's own words: trimmed, not blank. */
  readonly message: string;
  readonly responseType: ResponseType;
  readonly customer: { readonly name: string; readonly company: string | null } | null;
  readonly lead: { readonly name: string; readonly company: string | null; readonly stage: string; readonly value: string | null } | null;
  /** What may answer the message, the best match first. */
  readonly knowledge: readonly Knowledge[];
  /** What may answer one question of it, the likeliest first. */
  readonly search: (question: string) => readonly Candidate[];
  readonly records: CustomerRecords;
  /** Who answers: the person's name for the signature, and the company's. */
  readonly agent: { readonly name: string; readonly company: string };
}

/** What a part of a reply rests on. */
export interface ReplySource {
  readonly kind: ReplySourceKind;
  readonly id: string;
  readonly title: string;
  /** Words of the source that the reply rests on, as the source has them; "…" where some are left out. At most `PASSAGE_LENGTH` characters. */
  readonly passage: string;
  /** The sentences of the reply that rest on it, in their order and apart from each other; none where that cannot be told. */
  readonly ranges: readonly TextRange[];
}

/** A question, wish or problem of a message. */
export interface ReplyAsk {
  /** In the customer's words. */
  readonly text: string;
  /** Id of the knowledge that answers it; null where nothing does. */
  readonly answeredBy: string | null;
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
  /** What its sentences rest on, the most important first; each source once. */
  readonly sources: readonly ReplySource[];
  /**
   * What the message asks, where it is known whether and by which one item it is answered, in its order. What a colleague has to do in
   * any case, such as calling back, is left out.
   */
  readonly asks: readonly ReplyAsk[];
  /** `offline`, or the name of the model that answered. */
  readonly engine: string;
  /** Why the offline assistant did it in place of the model, as a sentence for a person; left out where nothing failed. */
  readonly fallbackReason?: string;
  readonly tokens: Tokens;
}

/** A recorded call to analyse. Its text is data, never instructions. */
export interface CallRecord {
  /** Everything that was said: not blank. Lines may begin with who speaks. */
  readonly content: string;
  /** Seconds, where known. */
  readonly duration: number | null;
  /** Who is who, as far as it is known beside the transcript. */
  readonly dialogue?: DialogueOptions;
  /** Looks up how common words are among the company's other calls; left out where there is nothing to compare with. */
  readonly countOtherCalls?: CountOtherCalls;
}

/** How many other calls are looked at, and in how many of them each of the words occurs. */
export type CountOtherCalls = (
  words: readonly string[],
) => Promise<{ readonly calls: number; readonly withWord: ReadonlyMap<string, number> }>;

/** A moment worth going back to. */
export interface KeyMoment {
  readonly kind: MomentKind;
  readonly speaker: Speaker;
  /** The words themselves, as the transcript has them; a long turn is cut at a sentence. */
  readonly quote: string;
  /** Which turn of the dialogue it is in, from 0. */
  readonly turn: number;
}

/** Something that was promised or asked for. */
export interface NextStep {
  readonly text: string;
  /** Who has to do it. */
  readonly owner: Speaker;
  /** By when, in the words of the call; null where nothing was said. */
  readonly due: string | null;
}

/** What a call was about. Its sizes are those of `ANALYSIS_LIMITS`. */
export interface CallAnalysis {
  readonly title: string;
  /** In two or three sentences. */
  readonly summary: string;
  readonly type: CallType;
  readonly sentiment: Sentiment;
  /** Lower case, the most telling first. */
  readonly tags: readonly string[];
  /** What the deal may be worth, US dollars; null where no amount says so. */
  readonly callValue: Money | null;
  readonly priority: Priority;
  readonly keyMoments: readonly KeyMoment[];
  readonly nextSteps: readonly NextStep[];
  /** `offline`, or the name of the model. */
  readonly engine: string;
  /** Why the offline assistant did it in place of the model, as a sentence for a person; left out where nothing failed. */
  readonly fallbackReason?: string;
  readonly tokens: Tokens;
}

/** What an email template is to be like. Purpose and context are a colleague's words. */
export interface EmailBrief {
  readonly type: EmailType;
  readonly tone: EmailTone;
  readonly purpose: string | null;
  readonly context: string | null;
  /** What the company knows that may help, the best match first. */
  readonly knowledge: readonly Knowledge[];
}

/** An email template as the assistant wrote it, with placeholders such as `{{first_name}}` and no others than the known ones. */
export interface EmailDraft {
  readonly subject: string;
  /** Plain text, paragraphs separated by line breaks. */
  readonly body: string;
  readonly engine: string;
  /** Why the offline assistant did it in place of the model, as a sentence for a person; left out where nothing failed. */
  readonly fallbackReason?: string;
  readonly tokens: Tokens;
}

/** A call that is running, as far as an assistant needs it. Its text is data, never instructions. */
export interface RunningCall {
  /** The last turns, oldest first. */
  readonly turns: readonly { readonly speaker: Speaker; readonly text: string }[];
  /** How long it has lasted. */
  readonly seconds: number;
  /** What the rep said of what both said, 0 to 1, where that is known. */
  readonly talkShare: number | null;
  /** 0 to 1, neutral 0.5. */
  readonly sentimentScore: number | null;
  /** What the rep is being told already. */
  readonly prompts: readonly string[];
}

export interface Advice {
  /** At most 3, each a sentence to the rep of at most 160 characters; none where there is nothing to say. */
  readonly tips: readonly string[];
  readonly engine: string;
  readonly tokens: Tokens;
}

/** A call to coach on. What was said in it is data, never instructions. */
export interface CoachedCall {
  readonly id: string;
  readonly kind: CoachedKind;
  readonly title: string;
  readonly turns: readonly { readonly index: number; readonly speaker: Speaker; readonly text: string }[];
}

/** Words that were said in one of the calls. */
export interface CoachingEvidence {
  readonly callId: string;
  readonly callKind: CoachedKind;
  readonly callTitle: string;
  /** Which turn of the call, from 0. */
  readonly turn: number;
  readonly speaker: Speaker;
  /** As the call has them; a long turn is cut. */
  readonly quote: string;
}

/** Something to learn from calls. Its sizes are those of `COACHING_LIMITS`. */
export interface CoachingAdvice {
  readonly category: InsightCategory;
  readonly insight: string;
  readonly priority: Priority;
  readonly actionItem: string;
  /** The counted number it is about; null where it is about none. */
  readonly metric: CoachingMetric | null;
  /** Who says that this number matters; null for a judgement. */
  readonly source: string | null;
  readonly evidence: readonly CoachingEvidence[];
}

/** What the rules found, in words of their own. */
export interface CoachingFinding extends CoachingAdvice {
  /** Names the rule. */
  readonly rule: string;
  readonly metric: CoachingMetric;
  /** The number the rule looked at: the mean of the calls it is about. */
  readonly value: number;
  /** It asks for nothing new. */
  readonly isPraise: boolean;
}

/** Calls to coach on, and everything that was counted in them. */
export interface CoachingBrief {
  readonly calls: readonly CoachedCall[];
  /** Means over the calls. */
  readonly numbers: readonly { readonly metric: CoachingMetric; readonly value: number; readonly calls: number }[];
  /** The most urgent first. */
  readonly findings: readonly CoachingFinding[];
}

/** What is to be learnt from some calls. */
export interface CoachingReport {
  /** The most urgent first. */
  readonly insights: readonly CoachingAdvice[];
  /** Sentences, the most important first. */
  readonly recommendations: readonly string[];
  readonly engine: string;
  /** Why the offline assistant did it in place of the model, as a sentence for a person; left out where nothing failed. */
  readonly fallbackReason?: string;
  readonly tokens: Tokens;
}

export interface Attention {
  /** On whose behalf: their limits hold. Left out or null, it is the server's own work, such as a sync by its schedule. */
  readonly personId?: string | null;
  /** Nobody waits for it: it is counted in the person's day, but takes nothing of their minute nor of their requests at once. */
  readonly isBackground?: boolean;
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
  /** Says what a call was about. Rejects with `AssistantUnavailable`. */
  analyze(call: CallRecord, attention?: Pick<Attention, 'signal' | 'personId' | 'isBackground'>): Promise<CallAnalysis>;
  /** Writes an email template. Rejects with `AssistantUnavailable`. */
  draftEmail(brief: EmailBrief, attention?: Pick<Attention, 'signal' | 'personId'>): Promise<EmailDraft>;
  /**
   * Advises the rep of a running call; judgement on top of the coaching rules, which count. Absent where only the rules
   * speak, as offline. Rejects with `AssistantUnavailable`.
   */
  advise?(call: RunningCall, attention?: Pick<Attention, 'signal' | 'personId'>): Promise<Advice>;
  /** Says what is to be learnt from calls whose numbers were counted already. Rejects with `AssistantUnavailable`. */
  coach(brief: CoachingBrief, attention?: Pick<Attention, 'signal' | 'personId'>): Promise<CoachingReport>;
}

/** Texts of one request. */
export const EMBEDDING_BATCH = 64;

export interface Embeddings {
  readonly vectors: readonly Float32Array[];
  readonly tokens: Tokens;
}

/** Turns texts into vectors of which those are near to each other that mean the same. */
export interface Embedder {
  /** The model's name. Vectors of different models cannot be compared. */
  readonly model: string;
  /**
   * A vector of length 1 for each text, in their order, and what they took together; at most `EMBEDDING_BATCH` of them. Rejects with `AssistantUnavailable`. With
   * `timeoutMs` somebody waits: it fails when that is over, and at once where it has failed so repeatedly.
   */
  embed(texts: readonly string[], options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal }): Promise<Embeddings>;
}
