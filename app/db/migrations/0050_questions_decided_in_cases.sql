-- Who decided stands in the case, and so does what waits: these served the list that the queue has taken the place of.
alter table place_questions drop column decided_by;
alter table place_answers drop column decided_by;
drop index place_questions_held;
drop index place_answers_held;
drop index place_question_reports_open;
