/** Words that stand before a colon without being anybody's name: headings of notes, fields of a form, the openings of a sentence. */
export const HEADINGS: ReadonlySet<string> = new Set(
  `note notes price prices pricing subject http https ftp www mailto total subtotal tax sum amount cost costs value re fw fwd cc bcc to from sent date time day
  phone telephone tel mobile fax email e-mail mail address name company account website site web url link links source id ref reference number no nr
  question questions answer answers faq summary overview introduction intro conclusion action actions item items next step steps todo task tasks
  agenda topic topics point points call calls transcript transcription recording duration length title tags tag type status priority stage result results outcome
  order orders invoice quote offer contract delivery shipping payment deadline due budget discount plan option options product products machine model size color colour
  quantity problem problems issue issues error solution solutions reason cause background context goal goals need needs objection objections decision feedback
  attention warning caution important reminder remember example examples hint tip tips update edit ps p.s attachment attachments key takeaway takeaways
  participant participants attendee attendees location place meeting start end begin page part section chapter figure table list version
  first second third fourth fifth firstly secondly thirdly finally lastly one two three four five then now also but and so or because if when what why how who where which
  yes no okay ok well right sure look listen honestly actually anyway basically again still however therefore meanwhile thanks thank hi hello hey dear please sorry
  the this that these those it here there i you we he she they my your our his her their
  monday tuesday wednesday thursday friday saturday sunday january february march july august september october november december today tomorrow yesterday`.split(
    /\s+/,
  ),
);
